import type { Vitals as VitalsOverTime } from '@fallwatch/client';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { numberWords } from '../parts/numbers.js';
import { Plot } from '../parts/Plot.js';
import type { PlotSeries } from '../parts/plotProps.js';
import { Section } from '../parts/Section.js';
import { momentWords } from '../parts/times.js';
import { localeNow } from '../words/words.js';
import { toSeries, type Vital } from './vitalsSeries.js';

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** The range of each choice, with a step that keeps the line readable. */
const spans = {
  day: { days: 1, step: 300, tick: { hour: '2-digit', minute: '2-digit' } },
  week: { days: 7, step: 3_600, tick: day },
  quarter: { days: 90, step: 43_200, tick: day },
} as const satisfies Record<string, { days: number; step: number; tick: Intl.DateTimeFormatOptions }>;
type Span = keyof typeof spans;
const spanNames = Object.keys(spans) as Span[];

/** Heart rate and oxygen over time. */
export function Vitals({ patientId }: { readonly patientId: string }) {
  const [chosen, choose] = useChosenSpan();
  const vitals = useGet('/api/patients/{id}/vitals', { path: { id: patientId }, query: chosen.query });
  return <VitalsSection of={vitals} span={chosen.span} onSpan={choose} />;
}

/** The same of the person who looks. */
export function OwnVitals() {
  const [chosen, choose] = useChosenSpan();
  const vitals = useGet('/api/patients/me/vitals', { query: chosen.query });
  return <VitalsSection of={vitals} span={chosen.span} onSpan={choose} />;
}

function useChosenSpan() {
  const [span, choose] = useState<Span>('day');
  const { days, step } = spans[span];
  // `to` is left to the service's clock. `from` is memoized, so that the same request is not sent again every second.
  const from = useMemo(() => new Date(Date.now() - days * 86_400_000).toISOString(), [days]);
  return [{ span, query: { from, step } }, choose] as const;
}

interface VitalsSectionProps {
  readonly of: UseQueryResult<VitalsOverTime>;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

function VitalsSection({ of: vitals, span, onSpan }: VitalsSectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('person.vitals.title')}>
      <SegmentedControl
        size="md"
        maw={420}
        value={span}
        onChange={(chosen) => onSpan(chosen as Span)}
        data={spanNames.map((name) => ({ value: name, label: t(`person.vitals.${name}`) }))}
        aria-label={t('person.vitals.span')}
      />
      <Answered of={vitals}>
        {(data) => (
          <Stack gap="lg">
            <Line of={data} vital="heartRate" span={span} />
            <Line of={data} vital="oxygenSaturation" span={span} />
          </Stack>
        )}
      </Answered>
    </Section>
  );
}

interface LineProps {
  readonly of: VitalsOverTime;
  readonly vital: Vital;
  readonly span: Span;
}

const whole = (value: number): string => numberWords(value);
const moment = (ms: number): string => momentWords(new Date(ms).toISOString());
/** The axis is a little wider than the values; oxygen ends at 100 %. */
const axisRange = (vital: Vital, lowest: number, highest: number): [number, number] =>
  vital === 'heartRate' ? [Math.min(40, lowest - 5), Math.max(120, highest + 5)] : [Math.min(85, lowest - 2), 100];

function Line({ of, vital, span }: LineProps) {
  const { t } = useTranslation();
  const drawn = useMemo(() => toSeries(of, vital), [of, vital]);
  const range = useMemo(() => drawn && axisRange(vital, drawn.lowest, drawn.highest), [drawn, vital]);
  const label = t(`person.vitals.${vital}`);
  const series = useMemo<PlotSeries[]>(
    () => (drawn ? [{ label, values: drawn.mean, band: drawn.band, colour: colours[vital] }] : []),
    [drawn, label, vital],
  );
  const xTick = useMemo(() => {
    const words = new Intl.DateTimeFormat(localeNow(), spans[span].tick);
    return (ms: number): string => words.format(ms);
  }, [span]);
  if (!drawn || !range) return <Text>{t('person.vitals.none', { what: label })}</Text>;
  const { lowest, highest } = drawn;
  return (
    <Plot
      x={drawn.x}
      series={series}
      summary={t('person.vitals.summary', { what: label, lowest, highest })}
      xWords={moment}
      xTick={xTick}
      yWords={whole}
      yRange={range}
    />
  );
}

const colours = { heartRate: 'petrol', oxygenSaturation: 'petrol' } as const;
