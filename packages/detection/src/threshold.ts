import type { Evidence } from './explanation.js';
import type { DetectorState, Slot } from './state.js';
import { accelG } from './units.js';
import { nothing, type Verdict } from './verdict.js';

/** Below this a second is ordinary activity: brisk walking peaks near 1.5 g, sitting down hard near 2 g. */
const impactG = 2.5;
/** Above this rotation of the trunk, the posture counts as changed. */
const newPostureDegrees = 45;
/** Mean deviation from 1 g of a person who lies still, with room for breathing and sensor noise. */
const stillG = 0.15;
/** Posture and stillness can be measured only with two later readings. */
const ageToJudge = 2;

/**
 * The first documented rule: an impact, then another posture held still, is a fall. An impact with only one of the two
 * is SUSPICIOUS, an impact alone is NO_FALL.
 */
export function judgeByThreshold({ slots }: DetectorState): Verdict {
  let best = nothing;
  for (let index = Math.max(0, slots.length - 6); index < slots.length; index++) {
    const verdict = judgeSlot(slots, index);
    if (verdict.confidence > best.confidence) best = verdict;
  }
  return best;
}

function judgeSlot(slots: readonly Slot[], index: number): Verdict {
  const impact = accelG(slots[index] as Slot);
  const impactFact = { feature: 'impact', value: round(impact), unit: 'g', weight: 0 } as const;
  if (impact < impactG) return nothing;
  if (slots.length - 1 - index < ageToJudge || index === 0) return { confidence: 0.2, evidence: [impactFact] };
  const after = slots.slice(index + 1);
  const tilt = angleDegrees(meanAccel(slots.slice(Math.max(0, index - 4), index)), meanAccel(after));
  const unrest = after.reduce((sum, other) => sum + Math.abs(accelG(other) - 1), 0) / after.length;
  const isStill = unrest < stillG;
  const isTilted = tilt >= newPostureDegrees;
  const evidence: Evidence[] = [impactFact];
  if (isTilted) evidence.push({ feature: 'posture_change', value: Math.round(tilt), unit: '°', weight: 0 });
  if (isStill) evidence.push({ feature: 'still_for', value: after.length, unit: 's', weight: 0 });
  if (isStill && isTilted) return { confidence: impact >= 4 ? 0.92 : 0.8, evidence };
  return { confidence: isStill || isTilted ? 0.4 : 0.2, evidence };
}

function meanAccel(slots: readonly Slot[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const slot of slots) for (const axis of [0, 1, 2] as const) sum[axis] += slot.accel[axis] / slots.length;
  return sum;
}

function angleDegrees(one: readonly number[], other: readonly number[]): number {
  const dot = one.reduce((sum, value, axis) => sum + value * (other[axis] ?? 0), 0);
  const lengths = Math.hypot(...one) * Math.hypot(...other);
  if (lengths === 0) return 0;
  return (Math.acos(Math.max(-1, Math.min(1, dot / lengths))) * 180) / Math.PI;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
