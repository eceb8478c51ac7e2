import type { Evidence } from './explanation.js';
import type { DetectorState } from './state.js';

/** What the seconds in the window amount to. */
export type Verdict = { readonly confidence: number; readonly evidence: readonly Evidence[] };

/** A way to judge a window. Pure; the window itself, the episodes and the sentence are the same for all. */
export type Judge = (state: DetectorState) => Verdict;

export const nothing: Verdict = { confidence: 0, evidence: [] };
