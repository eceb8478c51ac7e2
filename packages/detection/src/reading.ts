/** Three axes in the device's own frame. The detector does not depend on how the device is mounted. */
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

/** The part of a reading that the detector uses. Only `accel` is required. */
export type Reading = {
  /** m/s², gravity included. */
  readonly accel: Vector;
  /** °/s. */
  readonly gyro?: Vector;
  /** The device's clock. If missing, only arrival times are used. */
  readonly uptimeMs?: number;
  /** How the device chose `accel` from the second's samples; if missing, an instant. */
  readonly sampling?: Sampling;
  readonly bodySite?: BodySite;
  readonly samples?: Burst;
};
