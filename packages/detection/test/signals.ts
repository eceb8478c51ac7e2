import { newSignal, pushSample, type Signal } from '../src/features/signal.js';
import { createRandom } from '../study/random.js';

/** Acceleration in g, then angular rate in °/s. */
export type Sample = [number, number, number, number, number, number];

export function toSignal(samples: readonly Sample[]): Signal {
  const signal = newSignal(samples.length);
  for (const sample of samples) pushSample(signal, sample, 0, 1, 1);
  return signal;
}

export const still = (count: number, axis: 0 | 1 | 2 = 1): Sample[] =>
  Array.from({ length: count }, () => {
    const sample: Sample = [0, 0, 0, 0, 0, 0];
    sample[axis] = 1;
    return sample;
  });

/** Made-up movement: gravity that turns from one axis to another, jolts of up to 4 g, rotation of up to 200 °/s. */
export function createNoise(seed: number, count: number): Sample[] {
  const random = createRandom(seed);
  const around = (size: number) => (random() * 2 - 1) * size;
  return Array.from({ length: count }, (_, i): Sample => {
    const jolt = random() < 0.1 ? 4 : 0.2;
    const turned = (i / count) * 2;
    return [
      around(jolt),
      Math.cos(turned) + around(jolt),
      Math.sin(turned) + around(jolt),
      around(200),
      around(120) + 30,
      around(80),
    ];
  });
}

/** Movement on few levels, among them every threshold of the features: ties and exact equality are frequent. */
export function createSteps(seed: number, count: number): Sample[] {
  const random = createRandom(seed);
  const pick = (levels: readonly number[]) => levels[Math.floor(random() * levels.length)] as number;
  const accel = [0, 0.7, 1, 1, 1, 1.12, 0.88, 1.4, 0.6, 2, 3];
  const turn = [0, 0, 10, 25, 40];
  let axis: 0 | 1 | 2 = 1;
  return Array.from({ length: count }, (): Sample => {
    if (random() < 0.02) axis = axis === 1 ? 2 : 1;
    const sample: Sample = [0, 0, 0, 0, pick(turn), 0];
    sample[axis] = pick(accel);
    return sample;
  });
}
