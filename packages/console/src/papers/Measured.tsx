import type { FallDetail } from '@fallwatch/client';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { numberWords } from '../parts/numbers.js';
import { toSignal } from '../person/signal.js';
import { Facts, PaperPart } from './Paper.js';
import { SignalLine } from './SignalLine.js';

const features = [
  { feature: 'impact', unit: ' g', decimals: 1 },
  { feature: 'free_fall', unit: ' s', decimals: 1 },
  { feature: 'rotation', unit: '°/s', decimals: 0 },
  { feature: 'posture_change', unit: '°', decimals: 0 },
  { feature: 'still_for', unit: ' s', decimals: 0 },
  { feature: 'silent_for', unit: ' s', decimals: 0 },
] as const;

/** What the detector measured, in figures and as a line. Nothing for a fall that a person reported. */
export function Measured({ of: { explanation, evidence } }: { readonly of: FallDetail }) {
  const { t } = useTranslation();
  const signal = useMemo(() => toSignal(evidence), [evidence]);
  if (!explanation) return null;
  const figures = features.flatMap(({ feature, unit, decimals }) => {
    const fact = explanation.evidence.find((one) => one.feature === feature);
    if (!fact) return [];
    return [[t(`papers.report.${feature}`), `${numberWords(fact.value, decimals)}${unit}`] as const];
  });
  return (
    <PaperPart title={t('papers.report.measured')} isWide>
      <div className="paper-figures">
        <Facts of={figures} />
      </div>
      {signal && <SignalLine of={signal} />}
    </PaperPart>
  );
}
