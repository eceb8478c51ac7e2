import type { LimitReason } from './limits.js';
import type { BodySite } from './reading.js';
import type { InputKind } from './state.js';

/** One measured fact and how much it changed the assessment (log-odds; 0 if a fixed rule decided). */
export type Evidence = {
  readonly feature: string;
  readonly value: number;
  readonly unit: 'g' | '°' | '°/s' | 's' | 'm/s' | 'm' | 'ratio';
  readonly weight: number;
};

export type QualityNote = 'NO_GYROSCOPE' | 'LOOKS_LIKE_G' | 'SHORT_HISTORY' | 'CLIPPED';

/** The quality of the input: with better input the confidence is more reliable. */
export type DataQuality = {
  readonly input: InputKind;
  readonly bodySite: BodySite | 'unknown';
  readonly notes: readonly QualityNote[];
};

export type Explanation = {
  /** One English sentence, built from `evidence` alone, so that other languages can be generated too. */
  readonly summary: string;
  readonly evidence: readonly Evidence[];
  /** Why the confidence is not larger; absent if nothing limited it. */
  readonly limitedBy?: LimitReason;
  readonly dataQuality: DataQuality;
  readonly detectorVersion: string;
};
