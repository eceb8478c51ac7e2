import type { Evidence } from './explanation.js';
import type { FallLevel } from './level.js';
import type { LimitReason } from './limits.js';

/** One phrase per feature, in the order of the sentence: one entry to translate, with its number filled in. */
const phrases: readonly (readonly [feature: string, phrase: (value: number) => string | undefined])[] = [
  ['impact', (value) => `impact of ${value.toFixed(1)} g`],
  ['rotation', (value) => (value >= 200 ? `turning at ${value}°/s` : undefined)],
  ['free_fall', (value) => (value >= 0.2 ? `falling for ${value.toFixed(1)} s` : undefined)],
  ['posture_change', (value) => (value >= 20 ? `posture changed by ${value}°` : undefined)],
  ['still_for', (value) => (value >= 1 ? `still for ${value} s` : undefined)],
  ['silent_for', (value) => `then no reading for ${value} s`],
];
const nothingFound = 'No sign of a fall';
/** Limits that explain the impact; the others only say how certain the detector can be. */
const explained: Partial<Record<LimitReason, string>> = {
  HARD_KNOCK: 'Hard knock, no fall: same posture, no drop',
  REPEATED_KNOCKS: 'Repeated knocks, no fall: the arm keeps moving',
};
/** With more facts the sentence no longer gives a clear reason. */
const mostPhrases = 4;

/** «Impact of 4.1 g, posture changed by 78°, still for 3 s». */
export function summarize(level: FallLevel, evidence: readonly Evidence[], limitedBy?: LimitReason): string {
  if (level === 'NO_FALL' || evidence.length === 0) return nothingFound;
  const explanation = limitedBy === undefined ? undefined : explained[limitedBy];
  if (explanation !== undefined) return explanation;
  const parts: string[] = [];
  for (const [feature, phrase] of phrases) {
    const fact = evidence.find((one) => one.feature === feature);
    const part = fact === undefined ? undefined : phrase(fact.value);
    if (part !== undefined) parts.push(part);
  }
  // Drop rotation first: it is the least useful for the reader.
  if (parts.length > mostPhrases) parts.splice(1, 1);
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
