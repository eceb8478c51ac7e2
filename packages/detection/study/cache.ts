import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InputKind } from '../src/state.js';
import { createRandom, hashText } from './random.js';
import { addTrial, newRows, type Rows, type TrialInfo } from './rows.js';
import { amplified, paddedWithStillness, readTrials, slowed, type Trial } from './trials.js';

const inputs: readonly InputKind[] = ['burst', 'peak', 'instant'];
const compiled = fileURLToPath(new URL('..', import.meta.url));
const cacheDir = fileURLToPath(new URL('../../.data/features/', import.meta.url));

export type Extracted = Record<InputKind, Rows>;
export type Wanted = { readonly dataDir: string; readonly seed: number; readonly log: (line: string) => void };

/**
 * What is made of a set's trials. plain: as recorded, all of them. slow: all of them, as from a 20 Hz device. still: those without a fall, the person frozen
 * for four seconds at the end. hard: blows and claps alone, made 1.3 to 3 times as violent. hardStill: both.
 */
export type Variant = 'plain' | 'slow' | 'still' | 'hard' | 'hardStill';

const stillS = 4;
/** WEDA-FALL: hit the table, clap. Its volunteers did both gently. */
const blows: readonly string[] = ['D09', 'D10'];

function varied(trial: Trial, variant: Variant, seed: number): Trial | undefined {
  if (variant === 'plain') return trial;
  if (variant === 'slow') return slowed(trial);
  if (trial.fall) return undefined;
  if (variant === 'still') return paddedWithStillness(trial, stillS);
  if (!blows.includes(trial.code)) return undefined;
  const hard = amplified(trial, 1.2 + 0.8 * createRandom(seed ^ hashText(`${trial.id}-${variant}`))());
  return variant === 'hard' ? hard : paddedWithStillness(hard, stillS);
}

/** The rows of a set for the three inputs, from the cache when neither the features nor the protocol changed. */
export function extract(wanted: Wanted, dataset: string, variant: Variant = 'plain'): Extracted {
  const key = `${dataset}-${variant}-seed${wanted.seed}-${codeHash()}`;
  const found = inputs.map((input) => readRows(key, input));
  if (found.every((rows) => rows !== undefined)) return byInput(found);
  wanted.log(`extracting ${dataset}, ${variant}`);
  const rows = inputs.map(newRows);
  for (const trial of readTrials(wanted.dataDir, dataset)) {
    const made = varied(trial, variant, wanted.seed);
    if (made !== undefined) addTrial(rows, made, wanted.seed);
  }
  mkdirSync(cacheDir, { recursive: true });
  for (const set of rows) writeRows(key, set);
  return byInput(rows);
}

function byInput(rows: readonly (Rows | undefined)[]): Extracted {
  return { burst: rows[0] as Rows, peak: rows[1] as Rows, instant: rows[2] as Rows };
}

/** Changes whenever code that makes rows changes, so the cache never answers for other features. */
function codeHash(): string {
  const hash = createHash('sha256');
  const features = readdirSync(join(compiled, 'src/features')).filter((name) => name.endsWith('.js'));
  const files = [...features.sort().map((name) => `src/features/${name}`), 'src/candidates.js'];
  for (const file of [...files, 'study/rows.js', 'study/requests.js', 'study/trials.js', 'study/random.js']) {
    hash.update(readFileSync(join(compiled, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

const columns = ['x', 'trial', 'phase', 'age', 'request', 'label'] as const;

function writeRows(key: string, rows: Rows): void {
  const { count, width, input, trials } = rows;
  writeFileSync(join(cacheDir, `${key}-${input}.json`), JSON.stringify({ count, width, input, trials }));
  for (const column of columns) {
    const used = rows[column].subarray(0, column === 'x' ? count * width : count);
    writeFileSync(
      join(cacheDir, `${key}-${input}.${column}`),
      new Uint8Array(used.buffer, used.byteOffset, used.byteLength),
    );
  }
}

function readRows(key: string, input: InputKind): Rows | undefined {
  const head = join(cacheDir, `${key}-${input}.json`);
  if (!existsSync(head)) return undefined;
  const { count, width, trials } = JSON.parse(readFileSync(head, 'utf8')) as {
    count: number;
    width: number;
    trials: TrialInfo[];
  };
  const bytes = (column: string) => {
    const read = readFileSync(join(cacheDir, `${key}-${input}.${column}`));
    return read.buffer.slice(read.byteOffset, read.byteOffset + read.byteLength);
  };
  return {
    input,
    width,
    trials,
    count,
    x: new Float32Array(bytes('x')),
    trial: new Int32Array(bytes('trial')),
    phase: new Uint8Array(bytes('phase')),
    age: new Uint8Array(bytes('age')),
    request: new Int32Array(bytes('request')),
    label: new Int8Array(bytes('label')),
  };
}
