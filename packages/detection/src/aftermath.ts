/** What the wearer does in the minutes after a fall: lies still, moves, is upright again. Pure. */
import { angleBetween } from './features/signal.js';
import {
  type Aftermath,
  type AftermathChange,
  type AftermathKind,
  accelPerUnit,
  type DetectorState,
  type Slot,
  standardGravity,
} from './state.js';
import { accelG, turnRate } from './units.js';

type Vector = Aftermath['before'];

/** Movement minutes later is no longer about the fall. */
export const followedMs = 600_000;
/** Shorter stillness is a pause between two movements. It also limits the changes to four a minute. */
const stillMs = 30_000;
/** Somebody who lies unmoving for a minute may be unconscious. */
const stillLongMs = 60_000;
/** Without readings for longer nothing is known about the time between. */
const longestGapMs = 5_000;
/** Breathing moves a device at the waist by about 0.02 g, and turns it by a few °/s. */
const movedG = 0.12;
const turnedDegreesPerSecond = 30;
const tiltedDegrees = 15;
/** One moving second may be a knock at the device. */
const movedSeconds = 2;
/** Walking: this many seconds of movement in the posture before the fall. Crawling has another posture. */
const walkedSeconds = 6;
const sameDegrees = 30;
const lyingDegrees = 60;

/** The next state after a reading. `isAlert`: its level alerts people. Null: no fall is being followed. */
export function nextAftermath(
  previous: DetectorState | undefined,
  state: DetectorState,
  isAlert: boolean,
): Aftermath | null {
  const known = state.aftermath;
  const { episode } = state;
  if (isAlert && episode !== null && known?.episodeAtMs !== episode.openedAtMs) return begin(state, episode.openedAtMs);
  if (known === null) return null;
  if (state.atMs - known.episodeAtMs > followedMs) return null;
  // A repeated or late reading changes nothing.
  if (previous === undefined || state.slots === previous.slots) return known;
  return follow(known, previous, state);
}

/** What people should learn of: another kind, or the first minute of stillness. Null: nothing new. */
export function findChange(before: Aftermath | null, now: Aftermath | null): AftermathChange | null {
  if (now === null || now.kind === null) return null;
  const isLong = now.wasStillLong && !before?.wasStillLong;
  return isLong || now.kind !== before?.kind ? { kind: now.kind, sinceMs: now.sinceMs, isLong } : null;
}

function begin(state: DetectorState, episodeAtMs: number): Aftermath {
  const { atMs } = state;
  const counts = { movingSeconds: 0, uprightSeconds: 0, wasStillLong: false };
  return { episodeAtMs, kind: null, sinceMs: atMs, quietSinceMs: atMs, ...counts, before: findPostureBefore(state) };
}

/** An impact is at most five seconds old when it alerts: the first three of ten slots are before it. */
const slotsBefore = 3;
const slotsNeeded = 9;

function findPostureBefore({ slots, site }: DetectorState): Aftermath['before'] {
  if (site !== 'waist' || slots.length < slotsNeeded) return [0, 0, 0];
  const postures = slots.slice(0, slotsBefore).map(toPosture);
  const mean = (axis: 0 | 1 | 2) => Math.round(postures.reduce((sum, one) => sum + one[axis], 0) / slotsBefore);
  const before: Vector = [mean(0), mean(1), mean(2)];
  return isGravity(before) ? before : [0, 0, 0];
}

function follow(known: Aftermath, previous: DetectorState, state: DetectorState): Aftermath {
  const { atMs } = state;
  if (atMs - previous.atMs > longestGapMs) return { ...known, quietSinceMs: atMs, movingSeconds: 0, uprightSeconds: 0 };
  const slot = state.slots.at(-1) as Slot;
  const isMoving = moves(slot, previous.slots.at(-1));
  const angle = findAngle(known.before, toPosture(slot));
  const isUpright = isMoving && angle <= sameDegrees;
  const counted = {
    ...known,
    quietSinceMs: isMoving ? atMs : known.quietSinceMs,
    movingSeconds: count(known.movingSeconds, isMoving, movedSeconds),
    uprightSeconds: count(known.uprightSeconds, isUpright, walkedSeconds),
  };
  return withKind(counted, findKind(counted, angle, atMs), atMs);
}

/** Up by one, or down by one: one second that does not fit does not start the count again. */
function count(before: number, isMore: boolean, most: number): number {
  return isMore ? Math.min(most, before + 1) : Math.max(0, before - 1);
}

function findKind(counted: Aftermath, angle: number, atMs: number): AftermathKind | null {
  const { kind, quietSinceMs, movingSeconds, uprightSeconds } = counted;
  if (atMs - quietSinceMs >= stillMs) {
    // Decided once for each stillness: the text must not change while nothing moves.
    if (kind === 'STILL' || kind === 'LYING_STILL') return kind;
    return angle >= lyingDegrees ? 'LYING_STILL' : 'STILL';
  }
  if (uprightSeconds === walkedSeconds) return 'UPRIGHT';
  if (kind === 'UPRIGHT' && uprightSeconds > 0) return kind;
  return movingSeconds === movedSeconds ? 'MOVED' : kind;
}

function withKind(counted: Aftermath, kind: AftermathKind | null, atMs: number): Aftermath {
  const isStill = kind === 'STILL' || kind === 'LYING_STILL';
  const wasStillLong = counted.wasStillLong || (isStill && atMs - counted.quietSinceMs >= stillLongMs);
  const sinceMs = kind === counted.kind ? counted.sinceMs : isStill ? counted.quietSinceMs : atMs;
  return { ...counted, kind, sinceMs, wasStillLong };
}

function moves(slot: Slot, before: Slot = slot): boolean {
  if (Math.abs(accelG(slot) - 1) > movedG || turnRate(slot) > turnedDegreesPerSecond) return true;
  return findAngle(toPosture(before), toPosture(slot)) > tiltedDegrees;
}

/** Gravity as the device sees it: the mean of a burst, or else the reading itself. */
function toPosture({ accel, samples }: Slot): Vector {
  if (samples === undefined || samples.length === 0) return accel;
  let [x, y, z] = [0, 0, 0];
  for (let at = 0; at < samples.length; at += 6) {
    x += samples[at] as number;
    y += samples[at + 1] as number;
    z += samples[at + 2] as number;
  }
  const size = samples.length / 6;
  return [x / size, y / size, z / size];
}

/** Degrees; NaN if one of them is not known: then it is neither small nor large. */
function findAngle(one: Vector, other: Vector): number {
  if (Math.hypot(...one) === 0 || Math.hypot(...other) === 0) return Number.NaN;
  return angleBetween(...one, ...other);
}

/** ±20 %: larger differences are movement, not posture. */
function isGravity(vector: Vector): boolean {
  const g = Math.hypot(...vector) / (accelPerUnit * standardGravity);
  return g >= 0.8 && g <= 1.2;
}
