import type { ResponseStatistics } from '@fallwatch/client';
import { Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { secondsWords } from '../parts/times.js';
import { type ReportChoice, useResponseTimes } from './reportData.js';
import { shareWords } from './shareWords.js';

/** People beyond these are in the file. */
const shownPeople = 10;

export function ResponseFigures({ choice }: { readonly choice: ReportChoice }) {
  const { t } = useTranslation();
  const answer = useResponseTimes(choice);
  return (
    <Section title={t('reports.response')}>
      <Answered of={answer}>
        {(times) => (times.all.alarms === 0 ? <Text>{t('reports.responseNone')}</Text> : <Times of={times} />)}
      </Answered>
    </Section>
  );
}

function Times({ of: { all, byPatient } }: { readonly of: ResponseStatistics }) {
  const { t } = useTranslation();
  const duration = (seconds: number | null): string => (seconds === null ? '–' : secondsWords(t, seconds));
  return (
    <>
      <Text>{allWords(t, all)}</Text>
      <Table aria-label={t('reports.response')} withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reports.person')}</Table.Th>
            {[t('reports.alerts'), t('reports.half'), t('reports.most')].map((label) => (
              <Table.Th key={label} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {byPatient.slice(0, shownPeople).map(({ patientId, patientName, alarms, p50, p95 }) => (
            <Table.Tr key={patientId} className="numbers">
              <Table.Th scope="row" fw={400}>
                {patientName}
              </Table.Th>
              <Table.Td ta="right">{alarms}</Table.Td>
              <Table.Td ta="right">{duration(p50)}</Table.Td>
              <Table.Td ta="right">{duration(p95)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {byPatient.length > shownPeople && <Text size="sm">{t('reports.more', { shown: shownPeople })}</Text>}
    </>
  );
}

function allWords(
  t: TFunction,
  { alarms, answered, p50, p95, within60s, within180s }: ResponseStatistics['all'],
): string {
  if (p50 === null || p95 === null) return t('reports.unanswered', { alarms });
  const sentence = t('reports.answered', {
    answered,
    alarms,
    p50: secondsWords(t, p50),
    p95: secondsWords(t, p95),
  });
  if (within60s === null || within180s === null) return sentence;
  return `${sentence} ${t('reports.within', { share: shareWords(within60s), long: shareWords(within180s) })}`;
}
