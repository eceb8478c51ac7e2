import type { Evidence } from './explanation.js';
import type { LimitReason } from './limits.js';
import type { DetectorState } from './state.js';

/** The result of assessing a window. */
export type Verdict = {
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** Why the confidence is not larger; absent if nothing limited it. */
  readonly limitedBy?: LimitReason;
};

/** Assesses a window. Pure; window, episodes and explanation are the same for all implementations. */
export type Judge = (state: DetectorState) => Verdict;

export const nothing: Verdict = { confidence: 0, evidence: [] };
