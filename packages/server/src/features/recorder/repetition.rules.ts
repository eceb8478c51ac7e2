/**
 * The time of a reading that is sent again is computed again, from another arrival: it differs by the difference of two
 * delays on the way. Each day has its own unique index, so a reading close to midnight is looked for in both days.
 */

/** More than any request may take, and than a device's clock drifts in a week. */
export const repetitionToleranceMs = 600_000;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Whether a reading of this minute may be repeated as one of the day before or after. */
export function isMinuteNearMidnight(minuteStartMs: number): boolean {
  const sinceMidnightMs = ((minuteStartMs % dayMs) + dayMs) % dayMs;
  return sinceMidnightMs < repetitionToleranceMs || sinceMidnightMs + minuteMs > dayMs - repetitionToleranceMs;
}
