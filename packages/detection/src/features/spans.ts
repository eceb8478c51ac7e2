/** Samples per second, and the duration of one. */
export const hz = 25;
export const dt = 1 / hz;
export const gravity = 9.80665;

export type Out = Float64Array | Float32Array;

/** The ranges of samples around a candidate that several features share; ends are exclusive. */
export type Spans = {
  readonly preFrom: number;
  readonly preTo: number;
  readonly postFrom: number;
  readonly postTo: number;
  readonly lastFrom: number;
  readonly k: number;
};

export function createSpans(p: number, k: number): Spans {
  const postFrom = Math.min(k, p + 19);
  return {
    preFrom: Math.max(0, p - 75),
    preTo: Math.max(0, p - 19),
    postFrom,
    postTo: Math.min(k, p + 125),
    lastFrom: Math.max(0, k - hz),
    k,
  };
}
