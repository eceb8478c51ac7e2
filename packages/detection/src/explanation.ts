import type { BodySite } from './reading.js';
import type { InputKind } from './state.js';

/** One measured fact and how far it moved the assessment (log-odds; 0 when a fixed rule decided). */
export type Evidence = {
  readonly feature: string;
  readonly value: number;
  readonly unit: 'g' | '°' | '°/s' | 's' | 'm/s' | 'm' | 'ratio';
  readonly weight: number;
};

export type QualityNote = 'NO_GYROSCOPE' | 'LOOKS_LIKE_G' | 'SHORT_HISTORY' | 'CLIPPED';

/** What the assessment could see: the better the input, the more its confidence means. */
export type DataQuality = {
  readonly input: InputKind;
  readonly bodySite: BodySite | 'unknown';
  readonly notes: readonly QualityNote[];
};

export type Explanation = {
  /** One English sentence made from `evidence` alone, so that another language can be made from it too. */
  readonly summary: string;
  readonly evidence: readonly Evidence[];
  readonly dataQuality: DataQuality;
  readonly detectorVersion: string;
};
