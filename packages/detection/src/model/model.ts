/** Logistic regression for one age of a candidate: logit = b + Σ w·(x − mean)/scale. */
export type AgeModel = {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly w: readonly number[];
  readonly b: number;
};

/**
 * Boosted trees of depth 3, all complete: seven splits (heap order) and eight leaves each, flat. The age is the
 * feature after the last one. A split goes right when the value is greater.
 */
export type Trees = {
  readonly baseline: number;
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly leaf: readonly number[];
};

export type FittedModel = {
  readonly name: string;
  /** Values outside the range seen in training are clipped to it. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Ages 0 to 5. */
  readonly ages: readonly AgeModel[];
  readonly trees: Trees;
  /** Platt's calibration: confidence = sigmoid(a·logit + b). */
  readonly platt: { readonly a: number; readonly b: number };
};

const widest = 64;
const clipped = new Float64Array(widest);
/** Limits each model's logit, so that one very certain model does not outweigh the other. */
export const largestLogit = 9;

/**
 * Below this logit of the regression the trees are not evaluated: most seconds of a day end here, and walking costs a
 * fraction of a fall.
 */
export const noDoubt = -4;

/** The candidate's logit before calibration: the mean of both models from age 2 on, the regression alone before. */
export function computeLogit(model: FittedModel, x: ArrayLike<number>, at: number, age: number): number {
  const { low, high } = model;
  const { mean, scale, w, b } = model.ages[age] as AgeModel;
  let linear = b;
  for (let i = 0; i < low.length; i++) {
    let value = x[at + i] as number;
    // Unknown, such as rotation without a gyroscope: use the mean.
    if (Number.isNaN(value)) value = mean[i] as number;
    else if (value < (low[i] as number)) value = low[i] as number;
    else if (value > (high[i] as number)) value = high[i] as number;
    clipped[i] = value;
    linear += ((w[i] as number) * (value - (mean[i] as number))) / (scale[i] as number);
  }
  linear = within(linear);
  if (age < 2 || linear < noDoubt) return linear;
  clipped[low.length] = age;
  return (linear + within(treesLogit(model.trees, clipped))) / 2;
}

export function calibrated(model: FittedModel, logit: number): number {
  return 1 / (1 + Math.exp(-(model.platt.a * logit + model.platt.b)));
}

/** The contribution of each feature to the regression's logit. */
export function computeTerms(model: FittedModel, x: ArrayLike<number>, at: number, age: number): number[] {
  const { mean, scale, w } = model.ages[age] as AgeModel;
  return w.map((weight, i) => {
    const raw = x[at + i] as number;
    const value = Math.min(Math.max(raw, model.low[i] as number), model.high[i] as number);
    return Number.isNaN(raw) ? 0 : (weight * (value - (mean[i] as number))) / (scale[i] as number);
  });
}

function treesLogit(trees: Trees, x: Float64Array): number {
  const { feature, threshold, leaf } = trees;
  let sum = trees.baseline;
  for (let split = 0, leaves = 0; split < feature.length; split += 7, leaves += 8) {
    // Arithmetic instead of branches: the processor cannot predict the direction of a split.
    let node = 1 + Number((x[feature[split] as number] as number) > (threshold[split] as number));
    node = 2 * node + 1 + Number((x[feature[split + node] as number] as number) > (threshold[split + node] as number));
    node = 2 * node + 1 + Number((x[feature[split + node] as number] as number) > (threshold[split + node] as number));
    sum += leaf[leaves + node - 7] as number;
  }
  return sum;
}

function within(logit: number): number {
  return logit > largestLogit ? largestLogit : logit < -largestLogit ? -largestLogit : logit;
}
