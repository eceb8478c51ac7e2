import { Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { Dialog, FormDialog } from '../../parts/Dialog.js';
import { fieldErrors } from '../../parts/errors.js';
import { typedIn } from '../../parts/form.js';
import { useAction } from '../../parts/useAction.js';
import { Invited } from '../../people/Invited.js';
import { assignmentPaths } from '../parts/assignmentPaths.js';
import { fullName } from '../parts/fullName.js';

interface InviteCaregiverProps {
  /** Whom the new caregiver looks after. */
  readonly patientId?: string;
  readonly onClose: () => void;
}

/** The account is created without a password. The invited person chooses one through the link. */
export function InviteCaregiver({ patientId, onClose }: InviteCaregiverProps) {
  const { t } = useTranslation();
  const action = useAction(
    async ({ firstName = '', lastName = '', email = '', phone = '' }: Record<string, string>) => {
      const body = { firstName, lastName, email, phone: phone.trim() || null };
      const created = await api.post('/api/caregivers', { body });
      if (patientId !== undefined)
        await api.post('/api/caregivers/{id}/patients', { path: { id: created.id }, body: { patientId } });
      return created;
    },
    '/api/admin/users',
    ...assignmentPaths,
  );
  const wrong = fieldErrors(t, action.error);
  if (action.data) {
    const { id, email, invitation } = action.data;
    const name = fullName(action.data);
    return (
      <Dialog title={t('letter.title', { name })} onClose={onClose}>
        <Invited of={{ id, name, email, role: 'CAREGIVER', invitation }} />
      </Dialog>
    );
  }
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
