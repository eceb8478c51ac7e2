import type { Explanation, FallDetail } from '@fallwatch/client';

type Triple = readonly number[];

/** One second of the evidence, as the detector stores it. */
interface Second {
  readonly atMs: number;
  readonly reading: {
    readonly accel: Triple;
    readonly gyro?: Triple;
    readonly samples?: {
      readonly rateHz: number;
      readonly accel: readonly Triple[];
      readonly gyro?: readonly Triple[];
    };
  };
}

interface Sample {
  readonly atMs: number;
  readonly g: number;
  readonly turn: number | null;
}

/** What the device measured around the impact. Times are in milliseconds, relative to the impact. */
export interface Signal {
  readonly x: readonly number[];
  /** Acceleration, g. */
  readonly g: readonly number[];
  /** Rotation, °/s; null if the device has no gyroscope. */
  readonly turn: readonly (number | null)[];
  /** The peak acceleration. */
  readonly peak: number;
}

const standardGravity = 9.80665;

/** Undefined when there is nothing to draw. */
export function toSignal(evidence: FallDetail['evidence']): Signal | undefined {
  const samples = ((evidence ?? []) as unknown as Second[]).flatMap(toSamples);
  const strongest = samples.reduce<Sample | undefined>(
    (most, sample) => (most === undefined || sample.g > most.g ? sample : most),
    undefined,
  );
  if (strongest === undefined || samples.length < 2) return undefined;
  return {
    x: samples.map(({ atMs }) => Math.round(atMs - strongest.atMs)),
    g: samples.map(({ g }) => g),
    turn: samples.map(({ turn }) => turn),
    peak: strongest.g,
  };
}

/** A burst ends at the time of the reading that carried it. */
function toSamples({ atMs, reading: { accel, gyro, samples } }: Second): Sample[] {
  if (!samples) return [toSample(atMs, accel, gyro)];
  const { rateHz, accel: burst, gyro: turns } = samples;
  return burst.map((each, index) => {
    const beforeMs = ((burst.length - 1 - index) * 1_000) / rateHz;
    return toSample(atMs - beforeMs, each, turns?.[index]);
  });
}

function toSample(atMs: number, accel: Triple, gyro: Triple | undefined): Sample {
  return { atMs, g: Math.hypot(...accel) / standardGravity, turn: gyro ? Math.hypot(...gyro) : null };
}

export interface Stretch {
  readonly feature: 'free_fall' | 'impact' | 'still_for';
  /** The detector's measurement: seconds, or g for the impact. */
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** Falling: acceleration below this in the second before the impact, as in the detector. */
const fallingG = 0.7;
const fallingWithinMs = 1_000;

/** The ranges of the signal that the detector's explanation names. */
export function findStretches({ x, g, peak }: Signal, { evidence }: Explanation): Stretch[] {
  const measured = (feature: string): number => evidence.find((one) => one.feature === feature)?.value ?? 0;
  const [fallFor, stillFor] = [measured('free_fall'), measured('still_for')];
  const falling = x.filter((ms, index) => ms <= 0 && ms >= -fallingWithinMs && (g[index] ?? 1) < fallingG);
  const end = x.at(-1) ?? 0;
  const stretches: Stretch[] = [{ feature: 'impact', value: peak, from: 0, to: 0 }];
  if (fallFor > 0 && falling.length > 0)
    stretches.unshift({ feature: 'free_fall', value: fallFor, from: falling[0] ?? 0, to: falling.at(-1) ?? 0 });
  if (stillFor > 0 && end > 0)
    stretches.push({ feature: 'still_for', value: stillFor, from: Math.max(0, end - stillFor * 1_000), to: end });
  return stretches;
}
