import type { Evidence } from './explanation.js';
import type { Slot } from './state.js';
import { accelG, turnRate } from './units.js';
import { nothing, type Verdict } from './verdict.js';

/** Falls and blows reach this acceleration and rotation; walking, sitting or lying down hardly ever do. */
export const extremeG = 4;
export const extremeTurnRate = 300;
/** The middle of POTENTIAL: decided by a fixed rule, not by a calibrated model. */
export const ruledConfidence = 0.6;

/** Somebody who jogs or claps reaches the bounds above too, but was already moving in the seconds before. */
export const quietG = 1.5;
export const quietSlots = 4;

export function isExtreme(impactG: number, degreesPerSecond: number): boolean {
  return impactG >= extremeG && degreesPerSecond >= extremeTurnRate;
}

/**
 * One instant per second rarely samples a knock: an extreme one after quiet seconds, or as the first reading, is
 * POTENTIAL without waiting for the aftermath. So are extreme ones that follow it. Peak-hold and bursts catch every
 * knock, so they wait for the aftermath.
 */
export function judgeAtOnce(slots: readonly Slot[]): Verdict {
  const slot = slots.at(-1);
  if (slot === undefined || slot.input !== 'instant') return nothing;
  const impact = accelG(slot);
  const turn = turnRate(slot);
  if (!isExtreme(impact, turn) || !alertsAtOnce(slots)) return nothing;
  const evidence: Evidence[] = [
    { feature: 'impact', value: Math.round(impact * 10) / 10, unit: 'g', weight: 0 },
    { feature: 'rotation', value: Math.round(turn), unit: '°/s', weight: 0 },
  ];
  return { confidence: ruledConfidence, evidence };
}

/** Whether each of the readings before the last was quiet, or alerted at once itself. */
function alertsAtOnce(slots: readonly Slot[]): boolean {
  const alerts: boolean[] = [];
  for (const [i, slot] of slots.entries()) {
    const from = Math.max(0, i - quietSlots);
    const followsQuiet = slots.slice(from, i).every((one, n) => accelG(one) < quietG || alerts[from + n]);
    alerts.push(isExtreme(accelG(slot), turnRate(slot)) && followsQuiet);
  }
  return alerts.at(-1) === true;
}
