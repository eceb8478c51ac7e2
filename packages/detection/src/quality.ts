import type { DataQuality, QualityNote } from './explanation.js';
import { accelPerUnit, type DetectorState, type Slot, standardGravity } from './state.js';

/** Resting at 1 m/s² for this many readings in a row is a unit, not a fall. */
const readingsToSuspectG = 3;
/** Fewer seconds than this before an impact leave the posture before it unknown. */
const shortHistory = 3;
/** No sensor sold for this clips below ±2 g; three equal extremes in a row are a clipped peak. */
const leastRangeG = 1.9;
const clippedRun = 3;

const none: readonly QualityNote[] = [];

function looksLikeG(state: DetectorState): boolean {
  return state.looksLikeG >= readingsToSuspectG;
}

export function qualityOf(state: DetectorState): DataQuality {
  const latest = state.slots.at(-1);
  return {
    input: latest?.input ?? 'instant',
    bodySite: state.site,
    notes: latest === undefined ? none : notesOf(state, latest),
  };
}

function notesOf(state: DetectorState, latest: Slot): readonly QualityNote[] {
  const isShort = state.slots.length < shortHistory;
  const isClipped = isClippedSlot(latest);
  if (latest.turn >= 0 && !isShort && !isClipped && state.looksLikeG === 0) return none;
  const notes: QualityNote[] = [];
  if (latest.turn < 0) notes.push('NO_GYROSCOPE');
  if (looksLikeG(state)) notes.push('LOOKS_LIKE_G');
  if (isShort) notes.push('SHORT_HISTORY');
  if (isClipped) notes.push('CLIPPED');
  return notes;
}

function isClippedSlot({ samples, accel }: Slot): boolean {
  const least = leastRangeG * standardGravity * accelPerUnit;
  if (samples === undefined) return false;
  for (let axis = 0; axis < 3; axis++) {
    const limit = Math.abs(accel[axis] as number);
    if (limit < least) continue;
    let run = 0;
    for (let at = axis; at < samples.length; at += 6) {
      run = Math.abs(samples[at] as number) >= limit - 1 ? run + 1 : 0;
      if (run >= clippedRun) return true;
    }
  }
  return false;
}
