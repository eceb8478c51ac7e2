import type { FallStatistics } from '@fallwatch/client';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayWords } from '../admin/parts/dayWords.js';
import { BarTable } from '../parts/BarTable.js';
import { Columns } from '../parts/Columns.js';
import { Section } from '../parts/Section.js';
import type { Figures } from './reportData.js';

/** Rooms beyond these are in the file. */
const shownRooms = 12;

const most = <Row extends Figures>(rows: readonly Row[]): Row | undefined =>
  rows.reduce<Row | undefined>((best, row) => (best === undefined || row.falls > best.falls ? row : best), undefined);

const parts = (t: TFunction, { falls, falseAlarms }: Figures) => [
  { label: t('reports.falls'), value: falls },
  { label: t('reports.falseAlarms'), value: falseAlarms },
];

export function FallFigures({ of: data }: { readonly of: FallStatistics }) {
  const { t } = useTranslation();
  const wards = data.byWard.filter(({ ward }) => ward !== null);
  return (
    <>
      <ByWeek of={data.byWeek} />
      <ByHour of={data.byHour} />
      <ByRoom of={data.byRoom} />
      {wards.length > 1 && (
        <Section title={t('reports.byWard')}>
          <BarTable
            label={t('reports.byWard')}
            nameLabel={t('reports.ward')}
            rows={data.byWard.map(({ ward, ...figures }) => ({
              key: ward ?? '',
              name: ward ?? t('reports.noWard'),
              parts: parts(t, figures),
            }))}
          />
        </Section>
      )}
      <ByOutcome of={data.byOutcome} />
    </>
  );
}

function ByWeek({ of: weeks }: { readonly of: FallStatistics['byWeek'] }) {
  const { t } = useTranslation();
  const top = most(weeks);
  return (
    <Section title={t('reports.byWeek')}>
      <Columns
        nameLabel={t('reports.week')}
        summary={t('reports.weekSummary', { week: top ? dayWords(top.week, true) : '', falls: top?.falls ?? 0 })}
        columns={weeks.map(({ week, ...figures }) => ({
          key: week,
          tick: dayWords(week),
          name: dayWords(week, true),
          parts: parts(t, figures),
        }))}
      />
    </Section>
  );
}

function ByHour({ of: hours }: { readonly of: FallStatistics['byHour'] }) {
  const { t } = useTranslation();
  const top = most(hours);
  const span = (hour: number): string => t('reports.hourSpan', { from: hour, to: hour + 1 });
  return (
    <Section title={t('reports.byHour')}>
      <Columns
        nameLabel={t('reports.hour')}
        summary={t('reports.hourSummary', { hour: span(top?.hour ?? 0), falls: top?.falls ?? 0 })}
        columns={hours.map(({ hour, ...figures }) => ({
          key: String(hour),
          tick: String(hour),
          name: span(hour),
          parts: parts(t, figures),
        }))}
      />
    </Section>
  );
}

function ByRoom({ of: rooms }: { readonly of: FallStatistics['byRoom'] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('reports.byRoom')}>
      <Text size="sm" c="dimmed">
        {t('reports.byRoomExplain')}
      </Text>
      <BarTable
        label={t('reports.byRoom')}
        nameLabel={t('reports.room')}
        rows={rooms.slice(0, shownRooms).map(({ ward, room, ...figures }) => ({
          key: `${ward} ${room}`,
          name: [room ?? t('reports.noRoom'), ward].filter(Boolean).join(' · '),
          parts: parts(t, figures),
        }))}
      />
      {rooms.length > shownRooms && <Text size="sm">{t('reports.more', { shown: shownRooms })}</Text>}
    </Section>
  );
}

function ByOutcome({ of: outcomes }: { readonly of: FallStatistics['byOutcome'] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('reports.byOutcome')}>
      <BarTable
        label={t('reports.byOutcome')}
        nameLabel={t('reports.outcome')}
        rows={outcomes.map(({ outcome, count }) => ({
          key: outcome,
          name: outcomeWords(t, outcome),
          parts: [{ label: t('reports.number'), value: count }],
        }))}
      />
    </Section>
  );
}

function outcomeWords(t: TFunction, outcome: FallStatistics['byOutcome'][number]['outcome']): string {
  if (outcome === 'CANCELLED') return t('reports.cancelled');
  if (outcome === 'NOT_RECORDED') return t('reports.notRecorded');
  return t(`common.outcome.${outcome}`);
}
