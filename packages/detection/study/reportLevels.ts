import { fallLevels } from '../src/level.js';
import { type Learned, repeats } from './learning.js';
import type { LevelShare, Results, TestRow } from './results.js';
import { rate, share, table, toInputName, toSetName } from './tables.js';

export function unknownTable({ unknown }: Results): string {
  const rows = Object.entries(unknown).map(([name, [potential, , confirmed]]) => [
    toSetName(name),
    toInputName(name),
    share(potential?.sensitivity ?? Number.NaN),
    share(potential?.specificity ?? Number.NaN),
    share(potential?.f1 ?? Number.NaN),
    rate(potential?.falseAlarmsPerHour ?? Number.NaN),
    rate(confirmed?.falseAlarmsPerHour ?? Number.NaN),
    share(potential?.ece ?? Number.NaN),
  ]);
  const head = [
    'set',
    'input',
    'sensitivity',
    'specificity',
    'F1',
    'false alarms/h',
    'false alarms/h at CONFIRMED',
    'ECE',
  ];
  return `## Devices that do not declare their site\n\nThe models for an unknown site, five folds over the subjects of both sets.\n\n${table(head, rows)}`;
}

const levelCells = (levels: readonly LevelShare[]) =>
  levels.map(({ blocks, falls }) => (blocks === 0 ? 'none' : `${share(falls / blocks)} (${blocks})`));

export function crossLevelTable({ cross }: Results): string {
  const rows = cross.map(({ name, input, figures: [potential], levels }) => [
    name,
    input,
    ...levelCells(levels),
    share(potential?.ece ?? Number.NaN),
  ]);
  return `## Levels on sets that were not in the training data\n\nThe share of quarter-minute blocks at each level that were falls (in brackets: number of blocks). First the sets of “Across sets”, scored by models that were trained without them.\n\n${table(['set', 'input', ...fallLevels, 'ECE'], rows)}`;
}

export function testLevelTable(tests: readonly TestRow[]): string {
  const rows = tests.map(({ name, input, levels, ece }) => [name, input, ...levelCells(levels), share(ece)]);
  return `The test-only sets. Most of them have no falls: a share of 0 then means only that the block was a false alarm.\n\n${table(['set', 'input', ...fallLevels, 'ECE'], rows)}`;
}

/** Sets in which nobody got a threshold are left out. */
export function learningTable({ cross, tests }: Results): string {
  const rows = [...cross, ...tests]
    .filter(({ learned }) => learned.withThreshold > 0)
    .map(({ name, input, learned }) => [name, input, ...learnedCells(learned)]);
  const head = [
    'set',
    'input',
    'people',
    'of them with a threshold',
    'false alerts',
    'of them avoided',
    'falls with an alert',
    'of them without one because of the threshold',
  ];
  return `## Personal thresholds, simulated\n\nAfter five false alarms in a row at POTENTIAL up to 0.65, a caregiver may set a personal threshold for a person ([decision 91](decisions/0091-a-personal-threshold-is-offered-not-learned.md)). Here it is accepted as soon as it is offered, and each alert is answered correctly. Means of ${repeats} random orders of each person's trials; sets in which nobody got a threshold are left out.\n\n${table(head, rows)}`;
}

function learnedCells(learned: Learned): string[] {
  const { people, withThreshold, falseAlerts, avoided, alertedFalls, withheldFalls } = learned;
  return [people, withThreshold, falseAlerts, avoided, alertedFalls, withheldFalls].map((sum) =>
    (sum / repeats).toFixed(1),
  );
}
