import type { MonthlyReport } from '@fallwatch/client';
import { Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { detailKey, detailNames } from '../board/OutcomeDetails.js';
import { TextLink } from '../parts/links.js';
import { numberWords } from '../parts/numbers.js';
import { Section } from '../parts/Section.js';
import { secondsWords } from '../parts/times.js';
import { shareWords } from './shareWords.js';

type Figures = MonthlyReport['total'];
type Measure = Figures['within60s'];

/** Met or missed, in words and in numbers. */
function measureWords(t: TFunction, { within, of, share, limitSeconds: limit, target, isMet }: Measure): string {
  if (share === null) return t('incident.month.none', { limit });
  const numbers = { share: shareWords(share), limit, within, of, target: shareWords(target) };
  return isMet ? t('incident.month.met', numbers) : t('incident.month.missed', numbers);
}

export function MeasureSection({ of: total, month }: { readonly of: Figures; readonly month: string }) {
  const { t } = useTranslation();
  const { within60s, within180s, slowest } = total;
  return (
    <Section title={`${t('incident.month.measure')}: ${t('incident.month.about', { month })}`}>
      <Text fw={700} className="numbers">
        {measureWords(t, within60s)}
      </Text>
      <Text fw={700} className="numbers">
        {measureWords(t, within180s)}
      </Text>
      {slowest && (
        <Text className="numbers">
          {t('incident.month.slowest', { time: secondsWords(t, slowest.seconds) })}
          {'. '}
          <TextLink to="/falls/$id/report" params={{ id: slowest.fallId }}>
            {t('incident.month.slowestFall')}
          </TextLink>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('incident.month.explain')}
      </Text>
    </Section>
  );
}

interface GroupTableProps {
  readonly title: string;
  readonly name: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly figures: Figures }[];
  readonly total: Figures;
}

export function GroupTable({ title, name, rows, total }: GroupTableProps) {
  const { t } = useTranslation();
  const heads = [
    t('incident.month.alerts'),
    t('incident.month.within', { limit: 60 }),
    t('incident.month.within', { limit: 180 }),
    t('incident.month.wait'),
    t('incident.month.falls'),
    t('incident.month.falseAlarms'),
  ];
  const all = [...rows, { key: 'total', name: t('incident.month.whole'), figures: total }];
  return (
    <Section title={title}>
      <Table.ScrollContainer minWidth={620} type="native" tabIndex={0}>
        <Table aria-label={title} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{name}</Table.Th>
              {heads.map((head) => (
                <Table.Th key={head} ta="right">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all.map((row) => (
              <Table.Tr key={row.key} className="numbers">
                <Table.Th scope="row" fw={row.key === 'total' ? 700 : 400}>
                  {row.name}
                </Table.Th>
                {listCells(t, row.figures).map((cell, index) => (
                  <Table.Td key={heads[index]} ta="right">
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function listCells(t: TFunction, figures: Figures): string[] {
  const { alarms, within60s, within180s, slowest, falls, falseAlarms } = figures;
  const share = ({ share: value, isMet }: Measure): string => {
    if (value === null) return '–';
    return t(isMet ? 'incident.month.shareMet' : 'incident.month.shareMissed', { share: shareWords(value) });
  };
  const wait = slowest ? secondsWords(t, slowest.seconds) : '–';
  return [numberWords(alarms), share(within60s), share(within180s), wait, numberWords(falls), numberWords(falseAlarms)];
}

const groups = {
  injury: 'byInjury',
  headImpact: 'byHeadImpact',
  ambulance: 'byAmbulance',
  liftedBy: 'byLiftedBy',
} as const;

/** How the falls of the month ended. Rows without a fall are left out. */
export function Endings({ of: total }: { readonly of: Figures }) {
  const { t } = useTranslation();
  const details = detailNames.flatMap((name) =>
    (total[groups[name]] as readonly { readonly count: number }[]).map((row) => {
      const value = (row as unknown as Readonly<Record<string, string>>)[name] ?? '';
      const words = value === 'NOT_RECORDED' ? t('incident.notRecorded') : t(detailKey(name, value));
      return { key: `${name} ${value}`, name: `${t(`incident.fact.${name}`)}: ${words}`, count: row.count };
    }),
  );
  const outcomes = total.byOutcome.map(({ outcome, count }) => ({
    key: outcome,
    name: endingWords(t, outcome),
    count,
  }));
  return (
    <Section title={t('incident.month.ended')}>
      <Table aria-label={t('incident.month.ended')} verticalSpacing={4} withRowBorders={false}>
        <Table.Tbody>
          {[...outcomes, ...details]
            .filter(({ count }) => count > 0)
            .map(({ key, name, count }) => (
              <Table.Tr key={key} className="numbers">
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td ta="right">{numberWords(count)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function endingWords(t: TFunction, outcome: Figures['byOutcome'][number]['outcome']): string {
  if (outcome === 'CANCELLED') return t('reports.cancelled');
  if (outcome === 'NOT_RECORDED') return t('reports.notRecorded');
  return t(`common.outcome.${outcome}`);
}
