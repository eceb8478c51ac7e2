import { Group, NativeSelect } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type ReportChoice, useFallStatistics } from './reportData.js';

const periods = [4, 12, 26, 53];

const periodWords = (t: TFunction, weeks: number): string =>
  weeks === 53 ? t('reports.year') : t('reports.weeks', { count: weeks });

interface FiltersProps {
  readonly of: ReportChoice;
  readonly onChange: (choice: ReportChoice) => void;
}

export function ReportFilters({ of: choice, onChange }: FiltersProps) {
  const { t } = useTranslation();
  return (
    <Group component="search" aria-label={t('reports.filters')} align="flex-end" gap="sm" className="no-print">
      <NativeSelect
        label={t('reports.period')}
        size="md"
        flex={{ base: '1 1 140px', sm: '0 1 180px' }}
        value={String(choice.weeks)}
        data={periods.map((weeks) => ({ value: String(weeks), label: periodWords(t, weeks) }))}
        onChange={({ currentTarget }) => onChange({ ...choice, weeks: Number(currentTarget.value) })}
      />
      <WardChoice of={choice} onChange={onChange} />
    </Group>
  );
}

/** The wards with alerts in the period. Nothing to choose if nobody has a ward. */
function WardChoice({ of: choice, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const { data } = useFallStatistics({ ...choice, ward: '' });
  const known = (data?.byWard ?? []).flatMap(({ ward }) => (ward === null ? [] : [ward]));
  const wards = choice.ward && !known.includes(choice.ward) ? [choice.ward, ...known] : known;
  if (wards.length === 0) return null;
  const sorted = wards.toSorted((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  return (
    <NativeSelect
      label={t('reports.ward')}
      size="md"
      flex={{ base: '1 1 140px', sm: '0 1 220px' }}
      value={choice.ward}
      data={[{ value: '', label: t('reports.allWards') }, ...sorted]}
      onChange={({ currentTarget }) => onChange({ ...choice, ward: currentTarget.value })}
    />
  );
}
