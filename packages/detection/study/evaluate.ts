import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputKind } from '../src/state.js';
import { baselineFigures, measure } from './baselines.js';
import { runChecks } from './checks.js';
import { heldOut, neverTrainedOn } from './experiments.js';
import { simulateScores } from './learning.js';
import { computeFigures } from './metrics.js';
import { buildLibrary, type Library } from './mixes.js';
import { nearestFigures, toWindows } from './nearest.js';
import { measureParity } from './parity.js';
import { formatReport } from './report.js';
import { alarmLevels, type CrossRow, type Results } from './results.js';
import type { TrialInfo } from './rows.js';
import { ruleCosts } from './rules.js';
import { computeScores, type Score } from './scores.js';
import { dataDir, progress, repositoryRoot, seed } from './settings.js';
import { countLevels, hasAlarm, summarise } from './summarise.js';
import { reliabilitySvg, rocSvg } from './svg.js';
import { runTestSets } from './testSets.js';
import { readTrials } from './trials.js';
import { withoutGyro } from './withoutGyro.js';

const flags = new Set(process.argv.slice(2));
const subset = flags.has('--subset');
const resultsFile = join(repositoryRoot, 'packages/detection/.data', subset ? 'results-subset.json' : 'results.json');

/** The subset: every third subject of SisFall in three folds, WEDA-FALL in five, bursts only. */
function inSubset(trial: TrialInfo): boolean {
  return trial.dataset !== 'sisfall' || Number(trial.subject.slice(-2)) % 3 === 0;
}

function emptyResults(): Results {
  return {
    subset,
    main: {},
    unknown: {},
    softFaller: {},
    noGyro: {},
    frozen: {},
    cross: [],
    applause: { trials: 0, alarmed: 0 },
    tests: [],
    baselines: {},
    rules: {},
    parity: measureParity() ?? null,
    minutes: 0,
  };
}

/** The quick parts first, so that a mistake shows early; everything is kept as it comes, for `--resume`. */
function evaluate(library: Library): Results {
  const started = process.cpuUsage();
  const results = flags.has('--resume') ? readResults() : emptyResults();
  if (!subset && results.cross.length === 0) {
    results.cross = crossRows(library);
    results.applause = measureApplause(library);
    save(results);
  }
  if (!subset && results.baselines.wrist === undefined) {
    results.baselines = { waist: measureBaselines('sisfall', 10), wrist: measureBaselines('weda-fall', 25) };
  }
  if (results.tests.length === 0) results.tests = runTestSets(subset);
  for (const input of subset ? (['burst'] as const) : (['burst', 'peak', 'instant'] as const)) {
    const folds = foldsFor(input);
    if (results.main[`waist-${input}`] === undefined) addMain(results, library, input, 'waist', 'sisfall', folds.waist);
    if (results.main[`wrist-${input}`] === undefined)
      addMain(results, library, input, 'wrist', 'weda-fall', folds.wrist);
    if (!subset && results.unknown[`waist-${input}`] === undefined) addUnknown(results, library, input);
    save(results);
  }
  const { user, system } = process.cpuUsage(started);
  results.minutes += (user + system) / 60_000_000;
  return results;
}

/** Ten folds at the waist, every subject by itself at the wrist; five for instants, whose rows take the longest. */
function foldsFor(input: InputKind): { waist: number; wrist: number } {
  if (subset) return { waist: 3, wrist: 5 };
  return input === 'instant' ? { waist: 5, wrist: 5 } : { waist: 10, wrist: 25 };
}

function readResults(): Results {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;
}

function addMain(
  results: Results,
  library: Library,
  input: InputKind,
  site: 'waist' | 'wrist',
  set: string,
  folds: number,
): void {
  const takes = subset ? inSubset : () => true;
  const { scores, selectModel } = heldOut({ library, input, site, sets: [set], folds, takes });
  const name = `${site}-${input}`;
  const rows = library(set)[input];
  results.main[name] = summarise(scores);
  results.noGyro[name] = computeFigures(computeScores(withoutGyro(rows), site, takes, selectModel), alarmLevels[0]);
  results.rules[name] = ruleCosts(rows, site, takes, selectModel);
  if (site === 'wrist') {
    const still = computeScores(library(set, 'still')[input], site, takes, selectModel);
    results.frozen[name] = still.filter((score) => !hasAlarm(score, alarmLevels[0])).length / still.length;
  }
  const soft = scores.filter(({ trial }) => trial.fall && trial.subject === 'sisfall/SE06');
  if (soft.length > 0) results.softFaller[name] = computeFigures(soft, alarmLevels[0]).sensitivity;
  const found = results.main[name]?.figures[0];
  progress(
    `${name}: F1 ${found?.f1.toFixed(4)}, specificity ${found?.specificity.toFixed(4)}, ${found?.falseAlarmsPerHour.toFixed(2)} per hour`,
  );
}

/** The model for an unknown site, five folds over the subjects of both sets. */
function addUnknown(results: Results, library: Library, input: InputKind): void {
  const { scores } = heldOut({ library, input, site: 'unknown', sets: ['sisfall', 'weda-fall'], folds: 5 });
  for (const site of ['waist', 'wrist'] as const) {
    const own = scores.filter(({ trial }) => trial.site === site);
    results.unknown[`${site}-${input}`] = alarmLevels.map((level) => computeFigures(own, level));
  }
}

function crossRows(library: Library): CrossRow[] {
  const row = (name: string, input: InputKind, scores: readonly Score[]): CrossRow => ({
    name,
    input,
    figures: alarmLevels.map((level) => computeFigures(scores, level)),
    levels: countLevels(scores),
    learned: simulateScores(scores),
  });
  return (['burst', 'peak'] as const).flatMap((input) => {
    const uma = ['umafall', 'umafall-more'];
    const daily = neverTrainedOn(library, input, 'wrist', ['dsads']).filter(
      ({ trial }) => !trial.code.includes('basketball'),
    );
    return [
      row('UMAFall waist', input, neverTrainedOn(library, input, 'waist', uma)),
      row('UMAFall wrist', input, neverTrainedOn(library, input, 'wrist', uma)),
      row('DSADS without basketball', input, daily),
    ];
  });
}

/** UMAFall's two older people, held out one subject group at a time with the rest of UMAFall training. */
function measureApplause(library: Library): Results['applause'] {
  const { scores } = heldOut({ library, input: 'burst', site: 'wrist', sets: ['umafall', 'umafall-more'], folds: 6 });
  const claps = scores.filter(({ trial }) => trial.elderly && trial.code === 'Aplausing');
  const alarmed = new Set(claps.filter((score) => hasAlarm(score, alarmLevels[0])).map(({ trial }) => trial.id));
  return { trials: new Set(claps.map(({ trial }) => trial.id)).size, alarmed: alarmed.size };
}

function measureBaselines(set: string, folds: number) {
  progress(`baselines on ${set}`);
  const measured = [];
  const windows = [];
  for (const trial of readTrials(dataDir, set)) {
    measured.push(measure(trial));
    windows.push(toWindows(trial));
  }
  return [...baselineFigures(measured), nearestFigures(windows, folds)];
}

function save(results: Results): void {
  mkdirSync(join(repositoryRoot, 'packages/detection/.data'), { recursive: true });
  writeFileSync(resultsFile, JSON.stringify(results));
}

function write(results: Results): void {
  if (subset) return;
  const docs = join(repositoryRoot, 'docs');
  mkdirSync(join(docs, 'detection'), { recursive: true });
  const bursts = Object.entries(results.main);
  writeFileSync(join(docs, 'detection/reliability.svg'), reliabilitySvg(bursts));
  writeFileSync(join(docs, 'detection/roc.svg'), rocSvg(bursts));
  writeFileSync(join(docs, 'detection.md'), formatReport(results, runChecks(results)));
}

function main(): void {
  const results = flags.has('--render') ? readResults() : evaluate(buildLibrary({ dataDir, seed, log: progress }));
  save(results);
  write(results);
  const checks = runChecks(results);
  for (const { name, value, bound, limit, holds } of checks)
    progress(`${holds ? 'ok    ' : 'FAILED'} ${name}: ${value.toFixed(4)} (${bound} ${limit})`);
  progress(`${results.minutes.toFixed(1)} minutes of CPU time`);
  if (flags.has('--check') && checks.some(({ holds }) => !holds)) process.exitCode = 1;
}

main();
