import { largestSample, maxSamples, resampleBurst } from './burst.js';
import { accelIntegers, turnInteger } from './quantise.js';
import type { Reading } from './reading.js';
import { accelPerUnit, type DetectorState, maxSlots, type Slot } from './state.js';

/** A reading within this time of the slot's start belongs to the same second. */
export const sameSlotMs = 500;
/** After a longer gap, earlier seconds are not related to later ones. */
export const longestGapMs = 5_000;
/** A device clock that went back by less than this is a late reading; by more, a restart. */
const lateMs = 10_000;
/** ±25 % around 1: gravity in g. In m/s² it would be seconds of near free fall, which nobody survives. */
const gravityAsG = { least: 0.75, most: 1.25 };

/** Adds the reading to the state; returns the same state if the reading is repeated or too late. */
export function advance(state: DetectorState | undefined, reading: Reading, atMs: number): DetectorState {
  const slot = toSlot(reading);
  if (state === undefined) return first(slot, reading, atMs);
  // A missing clock is handled like one that does not advance, except that repetitions cannot be detected.
  const { uptimeMs = state.uptimeMs } = reading;
  const uptimeStepMs = uptimeMs - state.uptimeMs;
  const isKnown = reading.uptimeMs !== undefined;
  if (isKnown && (isRepeated(state, slot, uptimeStepMs) || isLate(uptimeMs, uptimeStepMs))) return state;
  const stepMs = uptimeStepMs > 0 ? uptimeStepMs : Math.max(0, atMs - state.atMs);
  const merges = state.slotAgeMs + stepMs < sameSlotMs;
  return {
    version: 1,
    site: reading.bodySite ?? state.site,
    uptimeMs,
    atMs: Math.max(atMs, state.atMs),
    slotAgeMs: merges ? Math.round(state.slotAgeMs + stepMs) : 0,
    clockStuck: uptimeStepMs === 0,
    looksLikeG: nextLooksLikeG(state.looksLikeG, slot),
    slots: nextSlots(state.slots, slot, merges, stepMs),
    episode: state.episode,
    aftermath: state.aftermath,
  };
}

function first(slot: Slot, reading: Reading, atMs: number): DetectorState {
  return {
    version: 1,
    site: reading.bodySite ?? 'unknown',
    uptimeMs: reading.uptimeMs ?? 0,
    atMs,
    slotAgeMs: 0,
    clockStuck: false,
    looksLikeG: nextLooksLikeG(0, slot),
    slots: [slot],
    episode: null,
    aftermath: null,
  };
}

function toSlot(reading: Reading): Slot {
  const samples = reading.samples === undefined ? undefined : resampleBurst(reading.samples);
  if (samples === undefined) {
    return {
      input: reading.sampling === 'peak' ? 'peak' : 'instant',
      accel: accelIntegers(reading.accel),
      turn: turnInteger(reading.gyro),
    };
  }
  const at = largestSample(samples) * 6;
  const hasGyro = (reading.samples?.gyro?.length ?? 0) > 0;
  const turn = Math.round(Math.hypot(samples[at + 3] ?? 0, samples[at + 4] ?? 0, samples[at + 5] ?? 0));
  return {
    input: 'burst',
    accel: [samples[at] ?? 0, samples[at + 1] ?? 0, samples[at + 2] ?? 0],
    turn: hasGyro ? Math.min(turn, 32_767) : -1,
    samples,
  };
}

function isRepeated(state: DetectorState, slot: Slot, uptimeStepMs: number): boolean {
  const latest = state.slots.at(-1);
  if (uptimeStepMs !== 0 || latest === undefined || state.clockStuck) return false;
  return latest.turn === slot.turn && latest.accel.every((value, axis) => value === slot.accel[axis]);
}

function isLate(uptimeMs: number, uptimeStepMs: number): boolean {
  // A restarted device counts from zero: a small uptime is a restart, however small the step back.
  return uptimeStepMs < 0 && uptimeStepMs > -lateMs && uptimeMs > lateMs;
}

function nextSlots(slots: readonly Slot[], slot: Slot, merges: boolean, stepMs: number): readonly Slot[] {
  if (stepMs > longestGapMs) return [slot];
  if (merges) return [...slots.slice(0, -1), mergedSlot(slots.at(-1), slot)];
  return slots.length < maxSlots ? [...slots, slot] : [...slots.slice(1), slot];
}

/** Two readings of one second: the larger one represents it, and the slot becomes a peak. */
function mergedSlot(one: Slot | undefined, other: Slot): Slot {
  if (one === undefined) return other;
  const larger = squaredAccel(one) >= squaredAccel(other) ? one : other;
  const room = maxSamples * 6;
  if (one.samples !== undefined && other.samples !== undefined && one.samples.length + other.samples.length <= room) {
    return { ...larger, samples: [...one.samples, ...other.samples] };
  }
  return larger;
}

function nextLooksLikeG(count: number, slot: Slot): number {
  const magnitude = Math.sqrt(squaredAccel(slot)) / accelPerUnit;
  return magnitude >= gravityAsG.least && magnitude <= gravityAsG.most ? Math.min(count + 1, 255) : 0;
}

function squaredAccel(slot: Slot): number {
  const [x, y, z] = slot.accel;
  return x * x + y * y + z * z;
}
