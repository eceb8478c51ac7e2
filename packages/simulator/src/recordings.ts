import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Site } from './motion/postures.js';
import { type Sample, samplesPerSecond } from './motion/track.js';
import type { Movement } from './wearable.js';

/** A recorded trial from `FALL_DATA_DIR`: 50 Hz, m/s² and °/s (docs/detection.md, Sources). */
export interface Recording {
  readonly id: string;
  readonly site: Site;
  readonly isFall: boolean;
  readonly samples: readonly Sample[];
}

interface Line {
  readonly id: string;
  readonly site: string;
  readonly code: string;
  readonly fall: boolean;
  readonly ax: readonly number[];
  readonly ay: readonly number[];
  readonly az: readonly number[];
  readonly gx: readonly number[];
  readonly gy: readonly number[];
  readonly gz: readonly number[];
}

/** The first `count` trials of a set; only those of `code` if it is given. */
export function readRecordings(folder: string, set: string, count: number, code?: string): Recording[] {
  const found: Recording[] = [];
  const files = readdirSync(join(folder, set)).filter((name) => name.endsWith('.jsonl.gz'));
  for (const file of files.sort()) {
    const lines = gunzipSync(readFileSync(join(folder, set, file)))
      .toString('utf8')
      .split('\n');
    for (const line of lines) {
      if (line === '' || found.length >= count) continue;
      const trial: Line = JSON.parse(line);
      if ((code === undefined || trial.code === code) && isSite(trial.site)) found.push(toRecording(trial, trial.site));
    }
  }
  return found;
}

function isSite(site: string): site is Site {
  return site === 'waist' || site === 'wrist';
}

function toRecording({ id, fall, ax, ay, az, gx, gy, gz }: Line, site: Site): Recording {
  const at = (axis: readonly number[], index: number) => axis[index] ?? 0;
  const samples = ax.map((x, i): Sample => {
    return { accel: [x, at(ay, i), at(az, i)], gyro: [at(gx, i), at(gy, i), at(gz, i)] };
  });
  return { id, site, isFall: fall, samples };
}

/**
 * Recordings end soon after the motion, and the detector needs the aftermath: the last posture is held for this long.
 */
const heldSeconds = 6;

export function* playback({ id, samples }: Recording): Generator<Movement> {
  const last = samples.at(-1);
  const held = last ? Array<Sample>(heldSeconds * samplesPerSecond).fill({ accel: last.accel, gyro: [0, 0, 0] }) : [];
  yield { name: id, samples: [...samples, ...held], strain: 0 };
}
