import type { Evidence } from './explanation.js';
import type { FallLevel } from './level.js';

/** A phrase per feature: one entry to translate, its number filled in. */
const phrases: Record<string, (value: number) => string> = {
  impact: (value) => `impact of ${value.toFixed(1)} g`,
  rotation: (value) => `turning at ${value}°/s`,
  posture_change: (value) => `posture changed by ${value}°`,
  still_for: (value) => `still for ${value} s`,
};

/** «Impact of 4.1 g, posture changed by 78°, still for 3 s». */
export function summaryOf(level: FallLevel, evidence: readonly Evidence[]): string {
  const parts = evidence.flatMap(({ feature, value }) => phrases[feature]?.(value) ?? []);
  if (parts.length === 0) return 'No sign of a fall';
  const facts = parts.join(', ');
  const sentence = facts.charAt(0).toUpperCase() + facts.slice(1);
  return level === 'NO_FALL' ? `${sentence}: no sign of a fall` : sentence;
}
