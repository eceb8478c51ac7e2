import type { FittedModel } from '../src/model/model.js';
import type { InputKind } from '../src/state.js';
import { fitModel } from './fit.js';
import { type Library, type ModelSite, selectParts } from './mixes.js';
import { assignFolds } from './random.js';
import type { TrialInfo } from './rows.js';
import { computeScores, type Score } from './scores.js';
import { progress, seed } from './settings.js';

/** Scores of trials by models that never saw their subjects, and the model that scored each. */
export type Held = { readonly scores: Score[]; readonly selectModel: (trial: TrialInfo) => FittedModel };

type Plan = {
  readonly library: Library;
  readonly input: InputKind;
  readonly site: ModelSite;
  /** Sets whose subjects are held out in turn and scored. */
  readonly sets: readonly string[];
  /** Number of folds; as many as subjects leaves one out at a time. */
  readonly folds: number;
  /** Further trials kept out of every training, or only a part of the sets for a quick run. */
  readonly takes?: (trial: TrialInfo) => boolean;
};

/** Grouped folds over the subjects of `sets`; everything else in the mix trains every fold. */
export function heldOut({ library, input, site, sets, folds, takes = () => true }: Plan): Held {
  const rows = sets.map((set) => library(set)[input]);
  const isScored = (trial: TrialInfo) => (site === 'unknown' || trial.site === site) && takes(trial);
  const subjects = rows.flatMap(({ trials }) => trials.filter(isScored).map(({ subject }) => subject));
  const fold = assignFolds(subjects, folds, seed);
  const models: FittedModel[] = [];
  const count = Math.min(folds, new Set(subjects).size);
  for (let held = 0; held < count; held++) {
    progress(`${input} ${site}: ${sets.join(' + ')}, fold ${held + 1} of ${count}`);
    const parts = selectParts(library, input, site, (trial) => takes(trial) && fold.get(trial.subject) !== held);
    models.push(fitModel(`fold-${held}`, parts, seed));
  }
  const selectModel = (trial: TrialInfo) => models[fold.get(trial.subject) as number] as FittedModel;
  return { scores: rows.flatMap((set) => computeScores(set, site, isScored, selectModel)), selectModel };
}

/** A model of the mix that never saw the given family of sets, scored on them. */
export function neverTrainedOn(library: Library, input: InputKind, site: ModelSite, sets: readonly string[]): Score[] {
  progress(`${input} ${site}: trained without ${sets.join(' + ')}`);
  const parts = selectParts(library, input, site, (trial) => !sets.includes(trial.dataset));
  const model = fitModel('without', parts, seed);
  return sets.flatMap((set) =>
    computeScores(
      library(set)[input],
      site,
      (trial) => trial.site === site,
      () => model,
    ),
  );
}
