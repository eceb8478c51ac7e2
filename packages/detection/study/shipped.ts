import { assess, type DetectorState, type Reading } from '../src/index.js';
import type { BodySite } from '../src/reading.js';
import type { InputKind } from '../src/state.js';
import { createRandom, hashText } from './random.js';
import { phases } from './rows.js';
import { seed } from './settings.js';
import type { Trial } from './trials.js';

/** The whole shipped detector on a trial, reading by reading as a device would send it: confidences per request. */
export function runShipped(trial: Trial, input: InputKind, site: BodySite | 'unknown'): number[][] {
  const random = createRandom(seed ^ hashText(trial.id));
  return Array.from({ length: phases }, () => runPhase(trial, input, site, 2 * Math.floor(random() * 25)));
}

function runPhase(trial: Trial, input: InputKind, site: BodySite | 'unknown', offset: number): number[] {
  const confidences: number[] = [];
  let state: DetectorState | undefined;
  for (let from = offset; from + 50 <= trial.signals[0].length; from += 50) {
    const atMs = 1_000_000 + from * 20;
    const assessed = assess(state, toReading(trial, input, site, from), atMs);
    state = assessed.state;
    confidences.push(assessed.confidence);
  }
  return confidences;
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
