import type { BodySite } from './reading.js';

/** How much of a second a slot has seen: one instant, its largest sample, or all its samples. */
export type InputKind = 'instant' | 'peak' | 'burst';

/**
 * One second of a device. Integers throughout: what is packed and unpacked is exactly what was assessed,
 * so a detector answers the same whether its state stayed in memory or went through a store.
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

/** A run of assessments above NO_FALL: one event for people, however many readings it lasts. */
export type Episode = {
  readonly openedAtMs: number;
  readonly lastAboveAtMs: number;
  /** Running maximum. */
  readonly confidence: number;
};

/** Everything the detector remembers of a device: plain data, never changed in place. */
export type DetectorState = {
  readonly version: 1;
  readonly site: BodySite | 'unknown';
  /** Device clock and arrival of the latest reading that entered the window. */
  readonly uptimeMs: number;
  readonly atMs: number;
  /** Time the latest slot has been filling, for devices that send more than once a second. */
  readonly slotAgeMs: number;
  /** The device clock stood still while its values changed: only arrival times count. */
  readonly clockStuck: boolean;
  /** Consecutive readings whose magnitude would be gravity if the unit were g. */
  readonly looksLikeG: number;
  /** Oldest first, at most `maxSlots`. */
  readonly slots: readonly Slot[];
  readonly episode: Episode | null;
};

/** Four slots before a candidate, the candidate, five after it. */
export const maxSlots = 10;
export const standardGravity = 9.80665;
/** Bursts are brought to this rate: 50 Hz measured no better. */
export const burstHz = 25;
export const accelPerUnit = 100;
export const turnPerUnit = 10;
