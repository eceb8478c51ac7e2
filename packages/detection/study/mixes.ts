import type { InputKind } from '../src/state.js';
import { type Extracted, extract, type Variant, type Wanted } from './cache.js';
import type { TrialInfo } from './rows.js';
import type { Part } from './training.js';

/** Sets that only test. Naming one in a mix stops every run. */
const testOnly: readonly string[] = [
  'kiel',
  'pixel-watch',
  'spsw-har',
  'spar',
  'utd-mhad',
  'mobiact',
  'smartfallmm-older',
  'smartfallmm-young',
];

export type ModelSite = 'waist' | 'wrist' | 'unknown';

type Ingredient = {
  readonly dataset: string;
  readonly variant: Variant;
  readonly site: 'waist' | 'wrist';
  readonly weight: number;
  readonly onePhase?: boolean;
  readonly treesOnly?: boolean;
  /** End of the trial names to take: two wrists of one person at the same time are nearly one recording. */
  readonly only?: string;
};

/** The second entry stands for 20 Hz devices. */
const waist: readonly Ingredient[] = [
  { dataset: 'sisfall', variant: 'plain', site: 'waist', weight: 1 },
  { dataset: 'sisfall', variant: 'slow', site: 'waist', weight: 0.5, onePhase: true },
];

/** Falls from two makers; DSADS brings hours of daily life; blows made harder, because WEDA-FALL's are gentle. */
const wrist: readonly Ingredient[] = [
  { dataset: 'weda-fall', variant: 'plain', site: 'wrist', weight: 1 },
  { dataset: 'weda-fall', variant: 'slow', site: 'wrist', weight: 0.5, onePhase: true },
  { dataset: 'umafall', variant: 'plain', site: 'wrist', weight: 1 },
  { dataset: 'umafall-more', variant: 'plain', site: 'wrist', weight: 1 },
  { dataset: 'dsads', variant: 'plain', site: 'wrist', weight: 0.6, onePhase: true, only: '/R' },
  { dataset: 'weda-fall', variant: 'hard', site: 'wrist', weight: 0.25, treesOnly: true },
  { dataset: 'weda-fall', variant: 'hardStill', site: 'wrist', weight: 0.25, treesOnly: true },
];

const mixes: Record<ModelSite, readonly Ingredient[]> = { waist, wrist, unknown: [...waist, ...wrist] };

export function mixSets(site: ModelSite): string[] {
  return [...new Set(mixes[site].map(({ dataset }) => dataset))];
}

export type Library = (dataset: string, variant?: Variant) => Extracted;

/** Extracted sets, each read once. */
export function buildLibrary(wanted: Wanted): Library {
  const found = new Map<string, Extracted>();
  return (dataset, variant = 'plain') => {
    const key = `${dataset}/${variant}`;
    const known = found.get(key) ?? extract(wanted, dataset, variant);
    found.set(key, known);
    return known;
  };
}

/** The training parts of a model, without the trials that `takes` refuses. */
export function selectParts(
  library: Library,
  input: InputKind,
  site: ModelSite,
  takes: (trial: TrialInfo) => boolean,
): Part[] {
  return mixes[site].flatMap(({ dataset, variant, site: worn, weight, onePhase, treesOnly, only = '' }) => {
    if (testOnly.includes(dataset)) throw new Error(`${dataset} only tests`);
    const rows = library(dataset, variant)[input];
    const isTaken = (trial: TrialInfo) => trial.site === worn && trial.id.endsWith(only) && takes(trial);
    // A single instant neither knows the rate it came from nor sees a blow.
    if (input === 'instant' && variant !== 'plain') return [];
    if (!rows.trials.some(isTaken)) return [];
    const part = { rows, takes: isTaken, weight, treesOnly: treesOnly === true };
    // An instant has a row for almost every second: one phase is plenty.
    return [{ ...part, onePhase: onePhase === true || (input === 'instant' && dataset !== 'weda-fall') }];
  });
}
