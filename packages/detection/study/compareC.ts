/**
 * Compares the detector in C with `assess` on all recordings, request by request:
 * `npm run compare:c -w @fallwatch/detection`. `-- burst-wrist --set weda-fall,kiel` for some models and sets.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assessment, Reading } from '../src/index.js';
import { compileProgram, measureSize } from './cBuild.js';
import { type CVerdict, runProgram, toDeviceUnits } from './cRun.js';
import { type ExportedModel, listModels, writeSources } from './cSources.js';
import { dataDir, progress, repositoryRoot } from './settings.js';
import { assessAll, listPhases } from './shipped.js';
import { paddedWithStillness, readTrials, type Trial } from './trials.js';

const sources = join(repositoryRoot, 'packages/detection/c');
const runner = join(sources, 'test/run_seconds.c');
const confidenceAllowed = 1e-4;
const placesShown = 5;

type Build = {
  readonly name: string;
  readonly folder: string;
  readonly flags: readonly string[];
  readonly program: string;
};
/** The readings of one trial in one request phase. */
type Stream = { readonly name: string; readonly readings: readonly Reading[] };
type Expected = Assessment & { readonly name: string };
type Tally = {
  requests: number;
  levels: number;
  over: number;
  worst: number;
  spentNs: number;
  stateBytes: number;
  /** Where results differ. */
  readonly places: string[];
};

const columns =
  'model|features in|requests|levels that differ|confidences that differ by more than 0.0001|largest difference|code, bytes|tables, bytes|variables, bytes|state, bytes|stack at most, bytes|µs per second';
const head = `| ${columns.split('|').join(' | ')} |\n|${'---|'.repeat(columns.split('|').length)}`;

/** Streams sent to the C program at once: a larger number needs more memory, a smaller one more processes. */
const batch = 40;

function compareModel(model: ExportedModel, all: readonly Build[], sets: readonly string[]): Tally[] {
  const tallies = all.map(
    (): Tally => ({ requests: 0, levels: 0, over: 0, worst: 0, spentNs: 0, stateBytes: 0, places: [] }),
  );
  let streams: Stream[] = [];
  const flush = () => {
    const expected = streams.flatMap(({ name, readings }) =>
      assessAll(readings).map((assessment, i) => ({ ...assessment, name: `${name}, second ${i + 1}` })),
    );
    all.forEach(({ program }, i) => {
      compareStreams(program, streams, expected, tallies[i] as Tally);
    });
    streams = [];
  };
  for (const set of sets) {
    for (const recorded of readTrials(dataDir, set)) {
      if (model.site !== 'unknown' && recorded.site !== model.site) continue;
      listPhases(prepare(recorded), model.input, model.site).forEach((readings, phase) => {
        streams.push({ name: `${recorded.id}, phase ${phase + 1}`, readings: readings.map(toDeviceUnits) });
      });
      if (streams.length >= batch) flush();
    }
  }
  flush();
  return tallies;
}

/** The test of gestures adds stillness, see testSets.ts. */
function prepare(trial: Trial): Trial {
  return trial.dataset === 'utd-mhad' ? paddedWithStillness(trial, 4) : trial;
}

function compareStreams(
  program: string,
  streams: readonly Stream[],
  expected: readonly Expected[],
  tally: Tally,
): void {
  const { verdicts, spentNs, stateBytes } = runProgram(
    program,
    streams.map(({ readings }) => readings),
  );
  if (verdicts.length !== expected.length) throw new Error(`${verdicts.length} verdicts, not ${expected.length}`);
  expected.forEach((assessment, i) => {
    count(assessment, verdicts[i] as CVerdict, tally);
  });
  tally.spentNs += spentNs;
  tally.stateBytes = stateBytes;
}

function count({ name, confidence, level }: Expected, found: CVerdict, tally: Tally): void {
  const gap = Math.abs(confidence - found.confidence);
  tally.requests++;
  if (level !== found.level) tally.levels++;
  // Both have four decimals, so one unit of the last is 1e-4, up to the rounding of a double.
  const isOver = gap > confidenceAllowed + 1e-9;
  if (isOver) tally.over++;
  if (isOver || level !== found.level) tally.places.push(`${name}: ${confidence}, in C ${found.confidence}`);
  if (gap > tally.worst) tally.worst = gap;
}

function describe(model: string, { name, folder, flags }: Build, tally: Tally): string {
  const { code, tables, variables, stack } = measureSize(folder, flags);
  const figures = [
    tally.requests,
    tally.levels,
    tally.over,
    tally.worst.toFixed(4),
    code,
    tables,
    variables,
    tally.stateBytes,
    stack,
    (tally.spentNs / 1_000 / tally.requests).toFixed(2),
  ];
  return `| ${model} | ${name} | ${figures.join(' | ')} |`;
}

/** Every folder of the recordings: training and test sets. */
function listSets(): string[] {
  const entries = readdirSync(dataDir, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The default build, and the other type of the features for comparison: see fw_detector.h. */
function build(model: ExportedModel, folder: string): Build[] {
  return ['double', 'float'].map((name, i) => {
    const own = join(folder, `${model.name}-${name}`);
    const flags = i === 0 ? [] : ['-DFW_FLOAT=1'];
    writeSources(model, sources, own);
    return {
      name: i === 0 ? `${name} (default)` : name,
      folder: own,
      flags,
      program: compileProgram(own, runner, ['-O2', ...flags]),
    };
  });
}

function main(): void {
  const words = process.argv.slice(2);
  const models = listModels();
  const named = models.filter(({ name }) => words.includes(name));
  const setAt = words.indexOf('--set');
  const sets = setAt < 0 ? listSets() : (words[setAt + 1] ?? '').split(',');
  if (words.length !== named.length + (setAt < 0 ? 0 : 2)) throw new Error('expected names of models, --set and sets');
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-c-'));
  process.stdout.write(`${head}\n`);
  for (const model of named.length > 0 ? named : models) {
    const all = build(model, folder);
    const tallies = compareModel(model, all, sets);
    all.forEach((one, i) => {
      const tally = tallies[i] as Tally;
      process.stdout.write(`${describe(model.name, one, tally)}\n`);
      for (const place of tally.places.slice(0, placesShown)) progress(`  ${one.name}: ${place}`);
    });
    const { levels, over, requests } = tallies[0] as Tally;
    if (levels > 0 || over > 0 || requests === 0) process.exitCode = 1;
  }
  rmSync(folder, { recursive: true });
}

main();
