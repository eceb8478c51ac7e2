import type { Caregiver } from '@fallwatch/client';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { FormDialog } from '../../parts/Dialog.js';
import { fieldErrors } from '../../parts/errors.js';
import { typedIn } from '../../parts/form.js';
import { useAction } from '../../parts/useAction.js';
import { fullName } from '../parts/fullName.js';

const fields = ['firstName', 'lastName', 'phone', 'specialization', 'organization'] as const;

interface EditCaregiverProps {
  readonly of: Caregiver;
  readonly onClose: () => void;
}

export function EditCaregiver({ of: caregiver, onClose }: EditCaregiverProps) {
  const { t } = useTranslation();
  const action = useAction(
    ({ firstName = '', lastName = '', ...typed }: Record<string, string>) => {
      const [phone, specialization, organization] = fields.slice(2).map((name) => typed[name]?.trim() || null);
      const body = {
        firstName,
        lastName,
        phone: phone ?? null,
        specialization: specialization ?? null,
        organization: organization ?? null,
      };
      return api.put('/api/caregivers/{id}', { path: { id: caregiver.id }, body });
    },
    '/api/caregivers',
    '/api/caregivers/{id}',
    '/api/patients/{id}',
  );
  const wrong = fieldErrors(t, action.error);
  const labels = {
    firstName: t('common.firstName'),
    lastName: t('common.lastName'),
    phone: t('common.phone'),
    specialization: t('admin.caregiver.specialization'),
    organization: t('admin.caregiver.organization'),
  };
  return (
    <FormDialog
      title={t('people.editTitle', { name: fullName(caregiver) })}
      submit={t('common.save')}
      action={action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event), { onSuccess: onClose })}
    >
      {fields.map((name) => (
        <TextInput
          key={name}
          name={name}
          type={name === 'phone' ? 'tel' : 'text'}
          size="md"
          label={labels[name]}
          defaultValue={caregiver[name] ?? ''}
          error={wrong[name]}
          autoComplete="off"
          required={name.endsWith('Name')}
        />
      ))}
    </FormDialog>
  );
}
