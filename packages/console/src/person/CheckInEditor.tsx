import type { CheckIn, CheckInChanges, Patient } from '@fallwatch/client';
import { Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { useAction } from '../parts/useAction.js';

interface CheckInEditorProps {
  readonly checkIn: CheckIn;
  readonly patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>;
  readonly onClose: () => void;
}

const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function CheckInEditor({ checkIn, patient, onClose }: CheckInEditorProps) {
  const { t } = useTranslation();
  const [by, setBy] = useState(checkIn.by ?? '09:00');
  const [zone, setZone] = useState(checkIn.zone ?? zoneHere());
  const [movementCounts, setMovementCounts] = useState(checkIn.movementCounts);
  const [resumesOn, setResumesOn] = useState(checkIn.resumesOn ?? '');
  const action = useAction(
    (body: CheckInChanges) => api.put('/api/patients/{id}/check-in', { path: { id: patient.id }, body }),
    '/api/patients/{id}/check-in',
    '/api/patients/me/check-in',
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    action.mutate({ by, zone, movementCounts, resumesOn: resumesOn || null }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('checkIn.changeTitle', { name: `${patient.firstName} ${patient.lastName}` })}
      submit={t('common.save')}
      action={action}
      isReady={by !== '' && zone.trim() !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        size="md"
        type="time"
        label={t('checkIn.by')}
        value={by}
        onChange={(event) => setBy(event.currentTarget.value)}
      />
      <TextInput
        size="md"
        label={t('checkIn.zone')}
        value={zone}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
      <Checkbox
        size="md"
        label={t('checkIn.movementCounts')}
        checked={movementCounts}
        onChange={(event) => setMovementCounts(event.currentTarget.checked)}
      />
      <TextInput
        size="md"
        type="date"
        label={t('checkIn.resumesOn')}
        description={t('checkIn.resumesHint')}
        value={resumesOn}
        onChange={(event) => setResumesOn(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
