import type { Evidence } from './explanation.js';
import type { FallLevel } from './level.js';

/** A phrase per feature, in the order of the sentence: one entry to translate, its number filled in. */
const phrases: readonly (readonly [feature: string, phrase: (value: number) => string | undefined])[] = [
  ['impact', (value) => `impact of ${value.toFixed(1)} g`],
  ['rotation', (value) => (value >= 200 ? `turning at ${value}°/s` : undefined)],
  ['free_fall', (value) => (value >= 0.2 ? `falling for ${value.toFixed(1)} s` : undefined)],
  ['posture_change', (value) => (value >= 20 ? `posture changed by ${value}°` : undefined)],
  ['still_for', (value) => (value >= 1 ? `still for ${value} s` : undefined)],
  ['silent_for', (value) => `then no reading for ${value} s`],
];
const nothingFound = 'No sign of a fall';
/** More than this many facts are not a reason any more. */
const mostPhrases = 4;

/** «Impact of 4.1 g, posture changed by 78°, still for 3 s». */
export function summaryOf(level: FallLevel, evidence: readonly Evidence[]): string {
  if (level === 'NO_FALL' || evidence.length === 0) return nothingFound;
  const parts: string[] = [];
  for (const [feature, phrase] of phrases) {
    const fact = evidence.find((one) => one.feature === feature);
    const part = fact === undefined ? undefined : phrase(fact.value);
    if (part !== undefined) parts.push(part);
  }
  // Rotation is the first to go: it says least to whoever reads it.
  if (parts.length > mostPhrases) parts.splice(1, 1);
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
