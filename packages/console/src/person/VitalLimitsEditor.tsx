import type { Patient, VitalLimits } from '@fallwatch/client';
import { NativeSelect, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { useAction } from '../parts/useAction.js';
import { withValue } from '../plan/editedPlan.js';
import {
  areApart,
  type EditedLimits,
  type LimitName,
  limitChoices,
  limitNames,
  minuteChoices,
} from './limitChoices.js';
import { limitWords } from './limitWords.js';

interface VitalLimitsEditorProps {
  readonly limits: VitalLimits;
  readonly patient: Patient;
  readonly onClose: () => void;
}

export function VitalLimitsEditor({ limits, patient, onClose }: VitalLimitsEditorProps) {
  const { t } = useTranslation();
  const { heartRateLow, heartRateHigh, oxygenLow, minutes } = limits;
  const [edited, setEdited] = useState<EditedLimits>({ heartRateLow, heartRateHigh, oxygenLow, minutes });
  const action = useChange(patient.id);
  const isReady = areApart(edited);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    action.mutate(edited, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('vitalLimits.changeTitle', { name: `${patient.firstName} ${patient.lastName}` })}
      submit={t('common.save')}
      action={action}
      isReady={isReady}
      onClose={onClose}
      onSubmit={submit}
    >
      {limitNames.map((name) => (
        <LimitField
          key={name}
          name={name}
          value={edited[name]}
          problem={name === 'heartRateHigh' && !isReady ? t('vitalLimits.apart') : undefined}
          onChange={(value) => setEdited({ ...edited, [name]: value })}
        />
      ))}
      <NativeSelect
        size="md"
        label={t('vitalLimits.minutes')}
        value={String(edited.minutes)}
        data={withValue(minuteChoices, edited.minutes).map((count) => {
          return { value: String(count), label: t('vitalLimits.duration', { count }) };
        })}
        onChange={(event) => setEdited({ ...edited, minutes: Number(event.currentTarget.value) })}
      />
      <Text size="sm">{t('vitalLimits.notMedical')}</Text>
    </FormDialog>
  );
}

const useChange = (id: string) =>
  useAction(
    (body: EditedLimits) => api.put('/api/patients/{id}/vital-limits', { path: { id }, body }),
    '/api/patients/{id}/vital-limits',
  );

interface LimitFieldProps {
  readonly name: LimitName;
  readonly value: number | null;
  readonly problem: string | undefined;
  readonly onChange: (value: number | null) => void;
}

function LimitField({ name, value, problem, onChange }: LimitFieldProps) {
  const { t } = useTranslation();
  const choices = value === null ? limitChoices[name] : withValue(limitChoices[name], value);
  return (
    <NativeSelect
      size="md"
      label={t(`vitalLimits.${name}`)}
      value={value === null ? '' : String(value)}
      error={problem}
      data={[
        { value: '', label: t('vitalLimits.none') },
        ...choices.map((choice) => ({ value: String(choice), label: limitWords(t, name, choice) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}
