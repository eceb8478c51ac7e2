export type Vector = readonly [number, number, number];

export const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
export const size = (vector: Vector) => Math.sqrt(dot(vector, vector));
export const scale = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by];
export const plus = (one: Vector, other: Vector): Vector => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
export const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];
export const total = (vectors: readonly Vector[]) => vectors.reduce(plus, [0, 0, 0]);

/** Angle in degrees; 0 if a vector has no length. */
export function degrees(one: Vector, other: Vector): number {
  const sizes = size(one) * size(other);
  return sizes === 0 ? 0 : (Math.acos(Math.max(-1, Math.min(1, dot(one, other) / sizes))) * 180) / Math.PI;
}

export const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
export const mean = (values: readonly number[]) => sum(values) / values.length;
export const distances = (values: readonly number[], from: number) => values.map((value) => Math.abs(value - from));
export const deviation = (values: readonly number[]) =>
  Math.sqrt(mean(distances(values, mean(values)).map((distance) => distance ** 2)));
export const largest = (values: readonly number[], otherwise: number) =>
  values.length === 0 ? otherwise : Math.max(...values);

/** The result for these values, or `otherwise` if there are none. */
export function known(
  values: readonly number[],
  compute: (values: readonly number[]) => number,
  otherwise: number,
): number {
  return values.length === 0 ? otherwise : compute(values);
}
