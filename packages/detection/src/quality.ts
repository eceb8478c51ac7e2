import type { DataQuality, QualityNote } from './explanation.js';
import { accelPerUnit, type DetectorState, type InputKind, type Slot, standardGravity } from './state.js';

/** A magnitude near 1 m/s² for this many readings in a row means that the device sends g, not that it falls. */
const readingsToSuspectG = 3;
/** With fewer seconds before an impact, the posture before it is unknown. */
const shortHistory = 3;
/** No sensor sold for this purpose clips below ±2 g; three equal extremes in a row are a clipped peak. */
const leastRangeG = 1.9;
const clippedRun = 3;

const none: readonly QualityNote[] = [];

type WithoutNotes = Readonly<Record<DetectorState['site'], DataQuality>>;

const withoutNotes: Readonly<Record<InputKind, WithoutNotes>> = {
  instant: qualitiesBySite('instant'),
  peak: qualitiesBySite('peak'),
  burst: qualitiesBySite('burst'),
};

function qualitiesBySite(input: InputKind): WithoutNotes {
  return {
    unknown: { input, bodySite: 'unknown', notes: none },
    waist: { input, bodySite: 'waist', notes: none },
    wrist: { input, bodySite: 'wrist', notes: none },
  };
}

function looksLikeG(state: DetectorState): boolean {
  return state.looksLikeG >= readingsToSuspectG;
}

/** Without notes, the same object each time: nearly every reading has none. */
export function assessQuality(state: DetectorState): DataQuality {
  const latest = state.slots.at(-1);
  const input = latest?.input ?? 'instant';
  const notes = latest === undefined ? none : listNotes(state, latest);
  return notes === none ? withoutNotes[input][state.site] : { input, bodySite: state.site, notes };
}

function listNotes(state: DetectorState, latest: Slot): readonly QualityNote[] {
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
