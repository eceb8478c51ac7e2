import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

type Site = 'waist' | 'wrist' | 'thigh';

/** One recorded trial: signals at 50 Hz, m/s² and °/s. */
export type Trial = {
  readonly id: string;
  readonly dataset: string;
  /** Unique over all sets: the same person is never on both sides of a fold. */
  readonly subject: string;
  readonly elderly: boolean;
  readonly site: Site;
  readonly code: string;
  readonly fall: boolean;
  readonly impactS: number | null;
  readonly signals: readonly [number[], number[], number[], number[], number[], number[]];
};

type Line = {
  id: string;
  subject: string;
  group: string;
  site: Site;
  code: string;
  fall: boolean;
  impact_s: number | null;
  ax: number[];
  ay: number[];
  az: number[];
  gx: number[];
  gy: number[];
  gz: number[];
};

/** The trials of a set, subject after subject: only one subject's recordings are in memory at a time. */
export function* readTrials(dataDir: string, dataset: string): Generator<Trial> {
  const files = readdirSync(join(dataDir, dataset)).filter((name) => name.endsWith('.jsonl.gz'));
  for (const file of files.sort()) {
    const text = gunzipSync(readFileSync(join(dataDir, dataset, file))).toString('utf8');
    for (const row of text.split('\n')) if (row.length > 0) yield readTrial(JSON.parse(row) as Line, dataset);
  }
}

function readTrial(line: Line, dataset: string): Trial {
  // The second UMAFall folder holds further falls of the same people.
  const family = dataset === 'umafall-more' ? 'umafall' : dataset;
  return {
    id: line.id,
    dataset,
    subject: `${family}/${line.subject}`,
    elderly: line.group === 'elderly',
    site: line.site,
    code: line.code,
    fall: line.fall,
    impactS: line.impact_s,
    signals: [line.ax, line.ay, line.az, line.gx, line.gy, line.gz],
  };
}

/** The trial with the person frozen for some seconds at its end: the worst case for stillness as a sign of a fall. */
export function paddedWithStillness(trial: Trial, seconds: number): Trial {
  const [ax, ay, az, gx, gy, gz] = trial.signals;
  const tail = (axis: number[]) => axis.slice(-10).reduce((sum, value) => sum + value, 0) / Math.min(10, axis.length);
  const rest = [tail(ax), tail(ay), tail(az)];
  const scale = 9.80665 / Math.max(Math.hypot(...rest), 0.1);
  const extend = (axis: number[], value: number) => [...axis, ...new Array<number>(seconds * 50).fill(value)];
  return {
    ...trial,
    signals: [
      extend(ax, (rest[0] ?? 0) * scale),
      extend(ay, (rest[1] ?? 0) * scale),
      extend(az, (rest[2] ?? 0) * scale),
      extend(gx, 0),
      extend(gy, 0),
      extend(gz, 0),
    ],
  };
}

/** Half a second: slower is posture, faster is movement. */
const gravityHalfWindow = 12;
const sensorRange = 16 * 9.80665;

/** The same movement made harder: everything but gravity is multiplied, within the range of a ±16 g sensor. */
export function amplified(trial: Trial, gain: number): Trial {
  const [ax, ay, az, gx, gy, gz] = trial.signals;
  const accel = (axis: number[]) =>
    axis.map((value, i) => {
      const near = axis.slice(Math.max(0, i - gravityHalfWindow), i + gravityHalfWindow + 1);
      const slow = near.reduce((sum, one) => sum + one, 0) / near.length;
      return Math.min(Math.max(slow + gain * (value - slow), -sensorRange), sensorRange);
    });
  const turn = (axis: number[]) => axis.map((value) => Math.min(Math.max(value * Math.sqrt(gain), -2000), 2000));
  return { ...trial, signals: [accel(ax), accel(ay), accel(az), turn(gx), turn(gy), turn(gz)] };
}

/** The trial as a 20 Hz device records it, the slowest burst allowed, brought back to 50 Hz. */
export function slowed(trial: Trial): Trial {
  const slow = (axis: number[]) => {
    const read = (at: number) => {
      const low = Math.min(Math.floor(at), axis.length - 1);
      const high = Math.min(low + 1, axis.length - 1);
      return (axis[low] as number) + (at - low) * ((axis[high] as number) - (axis[low] as number));
    };
    const step = 2.5;
    return axis.map((_, i) => {
      const before = Math.floor(i / step);
      const share = i / step - before;
      return (1 - share) * read(before * step) + share * read((before + 1) * step);
    });
  };
  const [ax, ay, az, gx, gy, gz] = trial.signals;
  return { ...trial, signals: [slow(ax), slow(ay), slow(az), slow(gx), slow(gy), slow(gz)] };
}
