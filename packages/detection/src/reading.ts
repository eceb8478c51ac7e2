/** Three axes in the device's own frame. The detector never needs to know how the device is mounted. */
export type Vector = readonly [number, number, number];

export type Sampling = 'instant' | 'peak';
export type BodySite = 'waist' | 'wrist';

/** The raw samples of the second that ends with the reading, oldest first. */
export type Burst = {
  readonly rateHz: number;
  /** m/s², gravity included. */
  readonly accel: readonly (readonly number[])[];
  /** °/s, as long as `accel`; left out by a device without a gyroscope. */
  readonly gyro?: readonly (readonly number[])[];
};

/** What the detector needs from one reading. Everything but `accel` and `uptimeMs` may be missing. */
export type Reading = {
  /** m/s², gravity included. */
  readonly accel: Vector;
  /** °/s. */
  readonly gyro?: Vector;
  readonly uptimeMs: number;
  /** How the device chose `accel` among the second's samples; nothing declared means an instant. */
  readonly sampling?: Sampling;
  readonly bodySite?: BodySite;
  readonly samples?: Burst;
};
