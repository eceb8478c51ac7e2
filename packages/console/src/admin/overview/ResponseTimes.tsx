import type { ResponseTimes as Times } from '@fallwatch/client';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Answered } from '../../parts/Answered.js';
import { Plot } from '../../parts/Plot.js';
import { Section } from '../../parts/Section.js';
import { secondsWords } from '../../parts/times.js';
import { dayWords } from '../parts/dayWords.js';
import { ChannelTimes } from './ChannelTimes.js';

const days = 30;

export function ResponseTimes() {
  const { t } = useTranslation();
  const answer = useGet('/api/admin/response-times', { query: { days } });
  return (
    <Section title={t('admin.response.title')}>
      <Answered of={answer}>
        {(times) =>
          times.all.alarms === 0 ? <Text>{t('admin.response.none', { days })}</Text> : <Figures of={times} />
        }
      </Answered>
    </Section>
  );
}

function Figures({ of: times }: { readonly of: Times }) {
  const { t } = useTranslation();
  const { x, within60, within180 } = useMemo(() => groupByDay(times), [times]);
  const series = useMemo(
    () => [
      { label: t('admin.response.within60'), values: within60, colour: 'petrol' as const },
      { label: t('admin.response.within180'), values: within180, colour: 'orange' as const, dash: [7, 5] },
    ],
    [t, within60, within180],
  );
  const { alarms, answered, p50, p95 } = times.all;
  return (
    <>
      <Text>
        {t('admin.response.answered', { answered, alarms, days })}{' '}
        {p50 !== null &&
          p95 !== null &&
          t('admin.response.speed', { p50: secondsWords(t, p50), p95: secondsWords(t, p95) })}
      </Text>
      <Plot
        x={x}
        series={series}
        summary={summarize(t, times)}
        xWords={dayWords}
        yWords={percentWords}
        yRange={wholeRange}
      />
      <ChannelTimes of={times.byChannel} />
    </>
  );
}

/** Slightly above 100, so that a line at 100 % is not clipped. */
const wholeRange = [0, 104] as const;
const percentWords = (value: number): string => `${Math.round(value)}\u00a0%`;

function summarize(t: TFunction, { all }: Times): string {
  const words = (share: number | null): string =>
    share === null ? t('admin.response.unknown') : percentWords(share * 100);
  return t('admin.response.summary', { days, within60: words(all.within60s), within180: words(all.within180s) });
}

/** One entry for each day of the range. A day without alerts is a gap in the line. */
function groupByDay({ to, byDay }: Times): { x: number[]; within60: (number | null)[]; within180: (number | null)[] } {
  const known = new Map(byDay.map((day) => [day.day, day]));
  const names = Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(to) - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
  const toPercent = (share: number | null | undefined): number | null =>
    typeof share === 'number' ? share * 100 : null;
  return {
    x: names.map((name) => new Date(`${name}T00:00`).getTime()),
    within60: names.map((name) => toPercent(known.get(name)?.within60s)),
    within180: names.map((name) => toPercent(known.get(name)?.within180s)),
  };
}
