import type { CreatedCaregiver } from '@fallwatch/client';
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { invitationLink } from '../../frame/InvitationPage.js';
import { Dialog, FormDialog } from '../../parts/Dialog.js';
import { fieldErrors } from '../../parts/errors.js';
import { typedIn } from '../../parts/form.js';
import { momentWords } from '../../parts/times.js';
import { useAction } from '../../parts/useAction.js';
import { fullName } from '../parts/fullName.js';

/** The account is created without a password. The invited person chooses one through the link. */
export function InviteCaregiver({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const action = useAction(
    ({ firstName = '', lastName = '', email = '', phone = '' }: Record<string, string>) =>
      api.post('/api/caregivers', { body: { firstName, lastName, email, phone: phone.trim() || null } }),
    '/api/caregivers',
    '/api/admin/users',
    '/api/admin/stats',
  );
  const wrong = fieldErrors(t, action.error);
  if (action.data) return <Link of={action.data} onClose={onClose} />;
  return (
    <FormDialog
      title={t('admin.caregivers.create')}
      submit={t('admin.caregivers.create')}
      action={action}
      onClose={onClose}
      onSubmit={(event: FormEvent<HTMLFormElement>) => action.mutate(typedIn(event))}
    >
      <Text size="sm">{t('admin.caregivers.createExplain')}</Text>
      <TextInput
        name="firstName"
        size="md"
        label={t('common.firstName')}
        error={wrong.firstName}
        autoComplete="off"
        required
      />
      <TextInput
        name="lastName"
        size="md"
        label={t('common.lastName')}
        error={wrong.lastName}
        autoComplete="off"
        required
      />
      <TextInput
        name="email"
        type="email"
        size="md"
        label={t('common.email')}
        error={wrong.email}
        autoComplete="off"
        required
      />
      <TextInput
        name="phone"
        type="tel"
        size="md"
        label={t('admin.caregivers.optionalPhone')}
        error={wrong.phone}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function Link({ of: invited, onClose }: { readonly of: CreatedCaregiver; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const name = fullName(invited);
  return (
    <Dialog title={t('admin.caregivers.created', { name })} onClose={onClose}>
      <Stack>
        {invited.invitation && <InvitationToPassOn name={name} email={invited.email} invitation={invited.invitation} />}
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ToPassOn {
  readonly name: string;
  readonly email: string;
  readonly invitation: NonNullable<CreatedCaregiver['invitation']>;
}

function InvitationToPassOn({ name, email, invitation: { token, expiresAt, mailed } }: ToPassOn) {
  const { t } = useTranslation();
  const link = invitationLink(token);
  const until = momentWords(expiresAt);
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {mailed ? t('admin.caregivers.linkMailed', { email, until }) : t('admin.caregivers.linkExplain', { until })}
      </Text>
      <TextInput
        label={t('admin.caregivers.link', { name })}
        size="md"
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={link} timeout={4_000}>
        {({ copied, copy }) => (
          <Button size="md" onClick={copy}>
            <span aria-live="polite">{copied ? t('admin.caregivers.copied') : t('admin.caregivers.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </>
  );
}
