import type { ContactPoint, NewContactPoint } from '@fallwatch/client';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { useSignedIn } from '../session.js';
import { addContactPoint, contactPaths, type Owner } from './contactPoints.js';
import { toUse, UseFields } from './UseFields.js';

/** A push subscription is made by the browser, not typed in. */
export type TypedKind = Exclude<ContactPoint['kind'], 'push'>;

const addressFields = {
  email: { type: 'email', example: 'anna@example.org' },
  sms: { type: 'tel', example: '+49 170 1234567' },
  voice: { type: 'tel', example: '+49 170 1234567' },
  ntfy: { type: 'url', example: 'https://ntfy.sh/a-long-secret-name' },
  gotify: { type: 'url', example: 'https://gotify.example.org' },
} as const satisfies Record<TypedKind, object>;

interface AddContactProps {
  readonly owner: Owner;
  readonly kinds: readonly [TypedKind, ...TypedKind[]];
  readonly onAdded: (point: ContactPoint) => void;
  readonly onClose: () => void;
}

export function AddContact({ owner, kinds, onAdded, onClose }: AddContactProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<TypedKind>(kinds[0]);
  const action = useAction((draft: NewContactPoint) => addContactPoint(owner, draft), ...contactPaths);
  const wrong = fieldErrors(t, action.error);
  const isMarked = wrong.address !== undefined || wrong.token !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { address = '', token = '', ...use } = typedIn(event);
    const draft = { kind, address: address.trim(), ...(token.trim() && { token: token.trim() }), ...toUse(use) };
    action.mutate(draft, { onSuccess: onAdded });
  };
  return (
    <FormDialog
      title={owner.isSelf ? t('contacts.add') : t('contacts.addFor', { name: owner.name })}
      submit={t('contacts.addSubmit')}
      action={isMarked ? { ...action, error: null } : action}
      onClose={onClose}
      onSubmit={submit}
    >
      <NativeSelect
        size="md"
        label={t('contacts.kind')}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`contacts.kinds.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setKind(kinds.find((each) => each === value) ?? kind)}
      />
      <AddressFields key={kind} kind={kind} owner={owner} wrong={wrong} />
      <UseFields of={{ label: null, fromStep: 1, minSeverity: 'LOW' }} />
    </FormDialog>
  );
}

interface AddressFieldsProps {
  readonly kind: TypedKind;
  readonly owner: Owner;
  readonly wrong: Readonly<Record<string, string>>;
}

function AddressFields({ kind, owner, wrong }: AddressFieldsProps) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const { type, example } = addressFields[kind];
  return (
    <>
      <TextInput
        name="address"
        type={type}
        size="md"
        label={t(`contacts.addressFor.${kind}`)}
        description={t('contacts.example', { example })}
        defaultValue={kind === 'email' && owner.isSelf ? me.email : ''}
        error={wrong.address}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      {(kind === 'ntfy' || kind === 'gotify') && (
        <PasswordInput
          name="token"
          size="md"
          label={t(`contacts.token.${kind}`)}
          error={wrong.token}
          autoComplete="off"
          required={kind === 'gotify'}
          withAsterisk={false}
        />
      )}
    </>
  );
}
