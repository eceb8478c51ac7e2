import type { BodySite } from './reading.js';

/** How much of a second a slot contains: one instant, its largest sample, or all its samples. */
export type InputKind = 'instant' | 'peak' | 'burst';

/**
 * One second of a device. All values are integers: packing and unpacking is exact, so the result is the same whether
 * the state stayed in memory or was stored.
 */
export type Slot = {
  readonly input: InputKind;
  /** Acceleration of the slot's reading (in a burst: of its largest sample), 0.01 m/s². */
  readonly accel: readonly [number, number, number];
  /** Magnitude of the angular rate with it, 0.1 °/s; -1 when the device has no usable gyroscope. */
  readonly turn: number;
  /** Bursts only: 25 Hz, six numbers a sample (acceleration 0.01 m/s², angular rate 0.1 °/s). */
  readonly samples?: readonly number[];
};

/** A run of assessments above NO_FALL: one event, however many readings it lasts. */
export type Episode = {
  readonly openedAtMs: number;
  readonly lastAboveAtMs: number;
  /** Running maximum. */
  readonly confidence: number;
};

/**
 * What the wearer does after a fall. LYING_STILL and UPRIGHT compare the posture with that before the fall, so they are
 * for the waist only: a wrist has any direction in any posture.
 */
export const aftermathKinds = ['STILL', 'LYING_STILL', 'MOVED', 'UPRIGHT'] as const;
export type AftermathKind = (typeof aftermathKinds)[number];

/** The minutes after an episode that alerts. */
export type Aftermath = {
  /** The time at which the episode opened: another episode starts another aftermath. */
  readonly episodeAtMs: number;
  /** Null: nothing can be said yet. */
  readonly kind: AftermathKind | null;
  /** Since when the kind holds. */
  readonly sinceMs: number;
  /** The end of the last second with movement. */
  readonly quietSinceMs: number;
  /** Seconds of movement that count towards MOVED, and of walking upright that count towards UPRIGHT. */
  readonly movingSeconds: number;
  readonly uprightSeconds: number;
  /** The wearer was still for a minute, at least once. */
  readonly wasStillLong: boolean;
  /** The direction of gravity before the fall, 0.01 m/s²; zeros if it is not known. */
  readonly before: readonly [number, number, number];
};

export type AftermathChange = {
  readonly kind: AftermathKind;
  readonly sinceMs: number;
  /** The wearer has been still for a minute, for the first time since the fall. */
  readonly isLong: boolean;
};

/** The complete state of the detector for one device: plain data, never changed in place. */
export type DetectorState = {
  readonly version: 1;
  readonly site: BodySite | 'unknown';
  /** Device clock and arrival of the latest reading that entered the window. */
  readonly uptimeMs: number;
  readonly atMs: number;
  /** How long the latest slot has been filling, for devices that send more than once a second. */
  readonly slotAgeMs: number;
  /** The device clock did not advance while its values changed: only arrival times are used. */
  readonly clockStuck: boolean;
  /** Consecutive readings whose magnitude would be gravity if the unit were g. */
  readonly looksLikeG: number;
  /** Oldest first, at most `maxSlots`. */
  readonly slots: readonly Slot[];
  readonly episode: Episode | null;
  /** Null: no fall is being followed. */
  readonly aftermath: Aftermath | null;
};

/** Four slots before a candidate, the candidate, five after it. */
export const maxSlots = 10;
export const standardGravity = 9.80665;
/** Bursts are resampled to this rate: 50 Hz gave no better results. */
export const burstHz = 25;
export const accelPerUnit = 100;
export const turnPerUnit = 10;
