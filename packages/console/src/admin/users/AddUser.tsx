import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { Dialog, FormDialog } from '../../parts/Dialog.js';
import { fieldErrors } from '../../parts/errors.js';
import { typedIn } from '../../parts/form.js';
import { TextLink } from '../../parts/links.js';
import { useAction } from '../../parts/useAction.js';
import { Invited } from '../../people/Invited.js';
import { fullName } from '../parts/fullName.js';

const roles = ['CAREGIVER', 'ADMIN'] as const;

/** An account for a caregiver or an admin. A wearer has more to tell: the page for adding a person asks for it. */
export function AddUser({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [role, setRole] = useState<(typeof roles)[number]>('CAREGIVER');
  const action = useAction(
    ({ firstName = '', lastName = '', email = '', phone = '' }: Record<string, string>) =>
      api.post('/api/admin/users', { body: { role, firstName, lastName, email, phone: phone.trim() || null } }),
    '/api/admin/users',
    '/api/caregivers',
    '/api/admin/stats',
  );
  const wrong = fieldErrors(t, action.error);
  if (action.data) {
    const { id, email, role, invitation } = action.data;
    const name = fullName(action.data);
    return (
      <Dialog title={t('letter.title', { name })} onClose={onClose}>
        <Invited of={{ id, name, email, role, invitation }} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('admin.users.add')}
      submit={t('admin.users.add')}
      action={action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event))}
    >
      <Text size="sm">
        {t('admin.users.addWearer')} <TextLink to="/people/new">{t('people.add')}</TextLink>
      </Text>
      <Radio.Group
        label={t('admin.users.role')}
        value={role}
        onChange={(value) => setRole(roles.find((each) => each === value) ?? 'CAREGIVER')}
      >
        <Stack gap="sm" mt="xs">
          {roles.map((each) => (
            <Radio key={each} value={each} size="md" label={t(`common.role.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {(['firstName', 'lastName', 'email', 'phone'] as const).map((name) => (
        <TextInput
          key={name}
          name={name}
          type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
          size="md"
          label={name === 'phone' ? t('admin.caregivers.optionalPhone') : t(`common.${name}`)}
          error={wrong[name]}
          autoComplete="off"
          required={name !== 'phone'}
        />
      ))}
    </FormDialog>
  );
}
