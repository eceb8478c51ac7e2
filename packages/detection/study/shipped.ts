import { type Assessment, assess, type DetectorState, type Reading } from '../src/index.js';
import type { BodySite } from '../src/reading.js';
import type { InputKind } from '../src/state.js';
import { createRandom, hashText } from './random.js';
import { phases } from './rows.js';
import type { Score } from './scores.js';
import { seed } from './settings.js';
import type { Trial } from './trials.js';

/** The whole shipped detector on a trial, reading by reading as a device would send it. */
export function runShipped(trial: Trial, input: InputKind, site: BodySite | 'unknown'): Score[] {
  const { signals, ...info } = trial;
  const phaseS = drawOffsets(trial).map((offset) => offset / 50);
  return listPhases(trial, input, site).map((readings, phase) => ({
    trial: { ...info, durationS: signals[0].length / 50, phaseS },
    phase,
    values: Float64Array.from(assessAll(readings), ({ confidence }) => confidence),
  }));
}

/** The readings of a trial in each request phase. */
export function listPhases(trial: Trial, input: InputKind, site: BodySite | 'unknown'): Reading[][] {
  return drawOffsets(trial).map((offset) => {
    const readings: Reading[] = [];
    for (let from = offset; from + 50 <= trial.signals[0].length; from += 50) {
      readings.push(toReading(trial, input, site, from));
    }
    return readings;
  });
}

/** The first sample of each request phase, 50 Hz. */
function drawOffsets(trial: Trial): number[] {
  const random = createRandom(seed ^ hashText(trial.id));
  return Array.from({ length: phases }, () => 2 * Math.floor(random() * 25));
}

/** The assessments of the readings of one device, each at the time of its clock. */
export function assessAll(readings: readonly Reading[]): Assessment[] {
  let state: DetectorState | undefined;
  return readings.map((reading) => {
    const assessment = assess(state, reading, 1_000_000 + (reading.uptimeMs ?? 0));
    state = assessment.state;
    return assessment;
  });
}

function toReading(trial: Trial, input: InputKind, site: BodySite | 'unknown', from: number): Reading {
  const rows = Array.from({ length: 50 }, (_, i) => trial.signals.map((axis) => axis[from + i] as number));
  const chosen =
    input === 'peak'
      ? rows.reduce((most, row) => (squaredLength(row) > squaredLength(most) ? row : most))
      : (rows[49] as number[]);
  return {
    accel: [chosen[0] as number, chosen[1] as number, chosen[2] as number],
    gyro: [chosen[3] as number, chosen[4] as number, chosen[5] as number],
    uptimeMs: 60_000 + from * 20,
    ...(site === 'unknown' ? {} : { bodySite: site }),
    ...(input === 'peak' ? { sampling: 'peak' as const } : {}),
    ...(input === 'burst'
      ? { samples: { rateHz: 50, accel: rows.map((row) => row.slice(0, 3)), gyro: rows.map((row) => row.slice(3)) } }
      : {}),
  };
}

function squaredLength(row: readonly number[]): number {
  return (row[0] as number) ** 2 + (row[1] as number) ** 2 + (row[2] as number) ** 2;
}
