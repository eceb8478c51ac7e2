import type { Evidence } from './explanation.js';
import { burstFeatureNames } from './features/burstFeatures.js';
import { secondFeatureNames } from './features/secondFeatures.js';
import { computeTerms, type FittedModel } from './model/model.js';
import type { InputKind } from './state.js';

/** A fact that people can understand: the sum of several features, one of which is the number shown. */
type Fact = {
  readonly feature: string;
  readonly unit: Evidence['unit'];
  readonly digits: number;
  readonly shows: string;
  readonly sums: readonly string[];
};

const burstFacts: readonly Fact[] = [
  {
    feature: 'impact',
    unit: 'g',
    digits: 1,
    shows: 'peak',
    sums: [
      'peak',
      'log_peak',
      'dip_drop',
      'std3',
      'lp_peak',
      'pulse_width',
      'up_pre',
      'up_post',
      'up_impulse',
      'settle_std',
      'active_dur',
    ],
  },
  {
    feature: 'posture_change',
    unit: '°',
    digits: 0,
    shows: 'tilt_last',
    sums: ['tilt', 'tilt_last', 'tilt_low', 'post_tilt_move'],
  },
  {
    feature: 'still_share',
    unit: 'ratio',
    digits: 2,
    shows: 'calm_share',
    sums: ['post_std', 'post_dev', 'post_gyro', 'last_std', 'last_gyro', 'post_maxA', 'calm_share'],
  },
  {
    feature: 'free_fall',
    unit: 's',
    digits: 2,
    shows: 'ff_dur',
    sums: ['ff_min', 'ff_dur', 'ff_deficit', 'lp_min', 'drop_speed', 'drop'],
  },
  {
    feature: 'rotation',
    unit: '°/s',
    digits: 0,
    shows: 'gyro_peak',
    sums: ['gyro_peak', 'gyro_rot', 'net_rot', 'net_frac', 'gyro_imp', 'turn_before', 'turn_after'],
  },
  {
    feature: 'impact_to_surroundings',
    unit: 'ratio',
    digits: 1,
    shows: 'impulse_ratio',
    sums: ['impulse_ratio', 'pre_maxA', 'pre_std', 'pre_gyro', 'hits'],
  },
];

const secondFacts: readonly Fact[] = [
  { feature: 'impact', unit: 'g', digits: 1, shows: 'A', sums: ['A', 'logA', 'minA', 'jump'] },
  { feature: 'posture_change', unit: '°', digits: 0, shows: 'tilt_last', sums: ['tilt', 'tilt_last'] },
  {
    feature: 'unrest',
    unit: 'g',
    digits: 2,
    shows: 'next_dev',
    sums: ['next_dev', 'next_W', 'post_max', 'post_min_dev', 'last_dev', 'last_W'],
  },
  { feature: 'rotation', unit: '°/s', digits: 0, shows: 'W', sums: ['W'] },
  {
    feature: 'impact_to_surroundings',
    unit: 'ratio',
    digits: 1,
    shows: 'ratio',
    sums: ['ratio', 'prev_dev', 'prev_W', 'prev_max'],
  },
];

type Indexed = Fact & { readonly shown: number; readonly summed: readonly number[] };

const burstIndexed = indexed(burstFacts, burstFeatureNames);
const secondIndexed = indexed(secondFacts, secondFeatureNames);

function indexed(facts: readonly Fact[], names: readonly string[]): readonly Indexed[] {
  return facts.map((fact) => ({
    ...fact,
    shown: names.indexOf(fact.shows),
    summed: fact.sums.map((name) => names.indexOf(name)),
  }));
}

/** Below this mean distance from 1 g a second counts as still: breathing and sensor noise are smaller. */
const stillG = 0.15;
const stillShare = 0.7;

/** The facts behind an assessment, largest weight first; the weight is in log-odds of the regression. */
export function listEvidence(kind: InputKind, model: FittedModel, x: Float64Array, age: number): Evidence[] {
  const terms = computeTerms(model, x, 0, age);
  const facts = (kind === 'burst' ? burstIndexed : secondIndexed).flatMap((fact) => {
    const value = x[fact.shown] as number;
    if (Number.isNaN(value)) return [];
    const weight = fact.summed.reduce((sum, index) => sum + (terms[index] as number), 0);
    return [{ feature: fact.feature, value: rounded(value, fact.digits), unit: fact.unit, weight: rounded(weight, 2) }];
  });
  return facts.map((fact) => stillness(fact, age)).sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight));
}

/** Caregivers understand seconds of stillness, not shares and deviations. */
function stillness(fact: Evidence, age: number): Evidence {
  if (fact.feature === 'still_share') {
    return {
      feature: 'still_for',
      value: fact.value >= stillShare ? age : Math.floor(fact.value * age),
      unit: 's',
      weight: fact.weight,
    };
  }
  if (fact.feature === 'unrest') {
    return { feature: 'still_for', value: fact.value < stillG ? age : 0, unit: 's', weight: fact.weight };
  }
  return fact;
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor + 0;
}
