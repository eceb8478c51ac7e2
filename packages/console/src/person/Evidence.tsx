import type { FallDetail } from '@fallwatch/client';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { numberWords } from '../parts/numbers.js';
import { Plot } from '../parts/Plot.js';
import type { PlotMark } from '../parts/plotProps.js';
import { Section } from '../parts/Section.js';
import { findStretches, toSignal } from './signal.js';

const signed = (ms: number, decimals: number): string =>
  `${ms > 0 ? '+' : ''}${numberWords(ms / 1_000, decimals)} s`.replace('-', '−');
const relative = (ms: number): string => signed(ms, 1);
const relativeTick = (ms: number): string => signed(ms, 0);
/** From 0 to above the peak, with space for the numbers of the marks. */
const rangeTo = (strongest: number): [number, number] => [0, strongest * 1.4];
const inG = (value: number): string => `${numberWords(value, 1)} g`;
const inDegrees = (value: number): string => `${numberWords(value)}°/s`;

/** The measured seconds around the impact, with the moments that the detector used. */
export function Evidence({ fall: { evidence, explanation } }: { readonly fall: FallDetail }) {
  const { t } = useTranslation();
  const signal = useMemo(() => toSignal(evidence), [evidence]);
  const marks = useMemo<PlotMark[]>(() => {
    if (!signal || !explanation) return [];
    return findStretches(signal, explanation).map(({ feature, value, ...stretch }) => ({
      ...stretch,
      label: t(`person.marks.${feature}`, { value: numberWords(value, feature === 'still_for' ? 0 : 1) }),
    }));
  }, [signal, explanation, t]);
  const lines = useMemo(
    () => ({
      g: [{ label: t('person.fall.acceleration'), values: signal?.g ?? [], colour: 'petrol' } as const],
      turn: [{ label: t('person.fall.rotation'), values: signal?.turn ?? [], colour: 'orange' } as const],
    }),
    [signal, t],
  );
  const turn = Math.max(0, ...(signal?.turn ?? []).map((value) => value ?? 0));
  const ranges = useMemo(() => ({ g: rangeTo(signal?.peak ?? 0), turn: rangeTo(turn) }), [signal, turn]);
  if (!signal) return null;
  const seconds = numberWords(((signal.x.at(-1) ?? 0) - (signal.x[0] ?? 0)) / 1_000);
  return (
    <Section title={t('person.fall.measured')}>
      <Text size="sm" c="dimmed">
        {t('person.fall.zero')}
      </Text>
      <Plot
        x={signal.x}
        series={lines.g}
        marks={marks}
        summary={t('person.fall.accelerationSummary', { seconds, peak: inG(signal.peak) })}
        xWords={relative}
        xTick={relativeTick}
        yWords={inG}
        yRange={ranges.g}
      />
      {turn > 0 && (
        <Plot
          x={signal.x}
          series={lines.turn}
          marks={marks}
          summary={t('person.fall.rotationSummary', { seconds, peak: inDegrees(turn) })}
          xWords={relative}
          xTick={relativeTick}
          yWords={inDegrees}
          yRange={ranges.turn}
        />
      )}
    </Section>
  );
}
