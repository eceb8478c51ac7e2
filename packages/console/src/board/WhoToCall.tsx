import type { Alert } from '@fallwatch/client';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { isActive } from './responseRules.js';

interface WhoToCallProps {
  readonly alert: Alert;
  /** Empty: everybody. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Everybody, or one of the caregivers who do not respond yet. While these are unknown, everybody. */
export function WhoToCall({ alert: { patientId, responders }, value, onChange }: WhoToCallProps) {
  const { t } = useTranslation();
  const { data } = useGet('/api/patients/{id}', { path: { id: patientId } });
  const responding = new Set(responders.filter(isActive).map(({ id }) => id));
  const others = (data?.caregivers ?? []).filter(({ id }) => !responding.has(id));
  return (
    <NativeSelect
      label={t('response.callWho')}
      size="md"
      data={[
        { value: '', label: t('response.callEverybody') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
