import type { Schedule } from '@fallwatch/client';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Section } from '../parts/Section.js';
import { momentWords } from '../parts/times.js';

const shownAtMost = 10;

interface OwnShiftsProps {
  readonly schedules: readonly Schedule[];
  readonly userId: string;
}

export function OwnShifts({ schedules, userId }: OwnShiftsProps) {
  const { t } = useTranslation();
  if (schedules.length === 0) return null;
  return (
    <Section title={t('schedules.mine')}>
      {schedules.map((schedule) => (
        <ShiftsOn key={schedule.id} schedule={schedule} userId={userId} />
      ))}
    </Section>
  );
}

function ShiftsOn({ schedule: { id, name }, userId }: { readonly schedule: Schedule; readonly userId: string }) {
  const { t } = useTranslation();
  const { data } = useGet('/api/schedules/{id}/shifts', { path: { id } });
  const own = data?.shifts.filter(({ user }) => user.id === userId).slice(0, shownAtMost);
  if (own === undefined) return null;
  return (
    <>
      <Text fw={600}>{name}</Text>
      {own.length === 0 && <Text>{t('schedules.noneOfMine')}</Text>}
      {own.map(({ from, until }) => (
        <Text key={from} className="numbers">
          {momentWords(from)} – {momentWords(until)}
        </Text>
      ))}
    </>
  );
}
