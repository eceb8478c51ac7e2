/** A sequence of 25 Hz samples, in g and °/s: the axes and both magnitudes. */
export type Signal = {
  length: number;
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly az: Float64Array;
  readonly gx: Float64Array;
  readonly gy: Float64Array;
  readonly gz: Float64Array;
  /** Magnitude of the acceleration, g. */
  readonly a: Float64Array;
  /** Magnitude of the angular rate, °/s. */
  readonly w: Float64Array;
};

export function newSignal(capacity: number): Signal {
  const column = () => new Float64Array(capacity);
  return {
    length: 0,
    ax: column(),
    ay: column(),
    az: column(),
    gx: column(),
    gy: column(),
    gz: column(),
    a: column(),
    w: column(),
  };
}

export function pushSample(
  signal: Signal,
  sample: readonly number[],
  at: number,
  accelScale: number,
  turnScale: number,
) {
  const i = signal.length++;
  const ax = (sample[at] as number) * accelScale;
  const ay = (sample[at + 1] as number) * accelScale;
  const az = (sample[at + 2] as number) * accelScale;
  const gx = (sample[at + 3] as number) * turnScale;
  const gy = (sample[at + 4] as number) * turnScale;
  const gz = (sample[at + 5] as number) * turnScale;
  signal.ax[i] = ax;
  signal.ay[i] = ay;
  signal.az[i] = az;
  signal.gx[i] = gx;
  signal.gy[i] = gy;
  signal.gz[i] = gz;
  signal.a[i] = Math.sqrt(ax * ax + ay * ay + az * az);
  signal.w[i] = Math.sqrt(gx * gx + gy * gy + gz * gz);
}

export function largestBetween(values: Float64Array, from: number, to: number, otherwise: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) if ((values[i] as number) > best) best = values[i] as number;
  return from < to ? best : otherwise;
}

export function smallestBetween(values: Float64Array, from: number, to: number, otherwise: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) if ((values[i] as number) < best) best = values[i] as number;
  return from < to ? best : otherwise;
}

export function sumBetween(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i] as number;
  return sum;
}

export function meanBetween(values: Float64Array, from: number, to: number, otherwise: number): number {
  return from < to ? sumBetween(values, from, to) / (to - from) : otherwise;
}

export function stdBetween(values: Float64Array, from: number, to: number, otherwise: number): number {
  if (from >= to) return otherwise;
  const mean = sumBetween(values, from, to) / (to - from);
  let squares = 0;
  for (let i = from; i < to; i++) squares += ((values[i] as number) - mean) ** 2;
  return Math.sqrt(squares / (to - from));
}

/** Mean distance of the magnitude from 1 g. */
export function unrestBetween(values: Float64Array, from: number, to: number, otherwise: number): number {
  if (from >= to) return otherwise;
  let sum = 0;
  for (let i = from; i < to; i++) sum += Math.abs((values[i] as number) - 1);
  return sum / (to - from);
}

/** Angle in degrees between two vectors; 0 if one has no length. */
export function angleBetween(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
  if (!(lengths > 1e-12)) return 0;
  const cosine = (ax * bx + ay * by + az * bz) / lengths;
  return (Math.acos(cosine > 1 ? 1 : cosine < -1 ? -1 : cosine) * 180) / Math.PI;
}
