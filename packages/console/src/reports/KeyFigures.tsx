import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { numberWords } from '../parts/numbers.js';
import { secondsWords } from '../parts/times.js';
import { type Figures, type ReportChoice, useResponseTimes } from './reportData.js';
import { shareWords } from './shareWords.js';

/** The four numbers that people ask for first. */
export function KeyFigures({ total, choice }: { readonly total: Figures; readonly choice: ReportChoice }) {
  const { t } = useTranslation();
  const { data } = useResponseTimes(choice);
  const { p50 = null, within60s = null } = data?.all ?? {};
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <Figure name={t('reports.key.falls')} value={numberWords(total.falls)} explain={t('reports.key.fallsExplain')} />
      <Figure
        name={t('reports.key.falseAlarms')}
        value={numberWords(total.falseAlarms)}
        explain={t('reports.key.falseAlarmsExplain')}
      />
      <Figure
        name={t('reports.key.answered')}
        value={p50 === null ? t('reports.key.never') : secondsWords(t, p50)}
        explain={t('reports.key.answeredExplain')}
      />
      <Figure
        name={t('reports.key.within')}
        value={within60s === null ? t('reports.key.never') : shareWords(within60s)}
        explain={t('reports.key.withinExplain')}
      />
    </SimpleGrid>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly explain: string;
}

function Figure({ name, value, explain }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text fz="xl" fw={700} lh={1.2} className="numbers">
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {explain}
      </Text>
    </Paper>
  );
}
