import { extremeG, extremeTurnRate, quietG, quietSlots, ruledConfidence } from '../src/atOnce.js';
import { maxSamples } from '../src/burst.js';
import { decisionAge, impactG, movedG, oldestAge, turnedDegreesPerSecond, weightlessG } from '../src/candidates.js';
import { burstFeatureCount, burstFeatureNames } from '../src/features/burstFeatures.js';
import { secondFeatureCount } from '../src/features/secondFeatures.js';
import { accelScale, turnScale } from '../src/judge.js';
import { levelBounds } from '../src/level.js';
import { type LimitReason, limitBounds, limits } from '../src/limits.js';
import { restTurn, standIns, turnPerG } from '../src/missingTurn.js';
import { type FittedModel, largestLogit, noDoubt } from '../src/model/model.js';
import { accelPerUnit, burstHz, type InputKind, maxSlots, standardGravity, turnPerUnit } from '../src/state.js';
import { longestGapMs, sameSlotMs } from '../src/window.js';

/** A number as a C constant of type float. */
export function toFloat(value: number): string {
  const text = String(Math.fround(value) === value ? value : Number(Math.fround(value).toPrecision(9)));
  return `${/[.e]/.test(text) ? text : `${text}.0`}F`;
}

/** Settings of each build: the source of every number is the TypeScript of the detector. */
function listSettings(input: InputKind, model: FittedModel): readonly (readonly [string, string | number])[] {
  return [
    ['FW_IS_BURST', input === 'burst' ? 1 : 0],
    ['FW_IS_INSTANT', input === 'instant' ? 1 : 0],
    ['FW_FEATURES', input === 'burst' ? burstFeatureCount : secondFeatureCount],
    ['FW_TREES', model.trees.feature.length / 7],
    ['FW_SECONDS', maxSlots],
    ['FW_MOST_SAMPLES', maxSamples],
    ['FW_BURST_HZ', burstHz],
    ['FW_ACCEL_PER_UNIT', accelPerUnit],
    ['FW_TURN_PER_DEGREE', turnPerUnit],
    ['FW_STANDARD_GRAVITY', standardGravity],
    ['FW_ACCEL_SCALE', accelScale],
    ['FW_TURN_SCALE', turnScale],
    ['FW_SAME_SECOND_MS', sameSlotMs],
    ['FW_LONGEST_GAP_MS', longestGapMs],
    ['FW_IMPACT_G', impactG],
    ['FW_MOVED_G', movedG],
    ['FW_TURNED_RATE', turnedDegreesPerSecond],
    ['FW_WEIGHTLESS_G', weightlessG],
    ['FW_OLDEST_AGE', oldestAge],
    ['FW_DECISION_AGE', decisionAge],
    ['FW_EARLY_LIMIT', toLimit('TOO_EARLY')],
    ['FW_PROOF_LIMIT', toLimit('ONE_SAMPLE_PER_SECOND')],
    ...(input === 'burst' ? listBurstLimits(model) : []),
    ['FW_EXTREME_G', extremeG],
    ['FW_EXTREME_TURN_RATE', extremeTurnRate],
    ['FW_QUIET_G', quietG],
    ['FW_QUIET_SECONDS', quietSlots],
    ['FW_RULED_CONFIDENCE', toFloat(ruledConfidence)],
    ['FW_REST_TURN', restTurn],
    ['FW_TURN_PER_G', turnPerG],
    ['FW_STAND_INS', standIns.length],
    ['FW_LARGEST_LOGIT', toFloat(largestLogit)],
    ['FW_NO_DOUBT_LOGIT', `(${toFloat(noDoubt)})`],
    ['FW_TREES_BASELINE', `(${toFloat(model.trees.baseline)})`],
    ['FW_PLATT_A', `(${toFloat(model.platt.a)})`],
    ['FW_PLATT_B', `(${toFloat(model.platt.b)})`],
  ];
}

function toLimit(wanted: LimitReason): string {
  return toFloat(limits.find(({ reason }) => reason === wanted)?.most ?? Number.NaN);
}

/** Bounds of the limits, and the features that they compare. */
function listBurstLimits(model: FittedModel): readonly (readonly [string, string | number])[] {
  const index = (name: (typeof burstFeatureNames)[number]) => burstFeatureNames.indexOf(name);
  return [
    ['FW_IS_WAIST', model.name.endsWith('-waist') ? 1 : 0],
    ['FW_KNOCK_LIMIT', toLimit('HARD_KNOCK')],
    ['FW_DROP', index('drop')],
    ['FW_TILT', index('tilt_low')],
    ['FW_LATER', index('post_maxA')],
    ['FW_RATIO', index('impulse_ratio')],
    ['FW_CALM', index('calm_share')],
    ['FW_PEAK', index('peak')],
    ['FW_ACTIVE', index('active_dur')],
    ['FW_LEAST_DROP', limitBounds.leastDropM],
    ['FW_LEAST_TILT', limitBounds.leastTilt],
    ['FW_LATER_BLOW_G', limitBounds.laterBlowG],
    ['FW_HARDLY_CALM', limitBounds.hardlyCalm],
    ['FW_LARGEST_RATIO', limitBounds.largestRatio],
    ['FW_MOSTLY_CALM', limitBounds.mostlyCalm],
    ['FW_SOFT_G', limitBounds.softG],
    ['FW_SHORT_S', limitBounds.shortS],
  ];
}

/** fw_model.h: the settings of one model, and the declarations of its tables. */
export function formatHeader(input: InputKind, model: FittedModel): string {
  return `/* Written by \`npm run export:c -w @fallwatch/detection\` from the model ${model.name}: do not edit. */
#ifndef FW_MODEL_H
#define FW_MODEL_H

#include <stdint.h>

${listSettings(input, model)
  .map(([name, value]) => `#define ${name} ${value}`)
  .join('\n')}

/* Largest confidence of each level but the last, in 0.0001. */
extern const uint16_t fw_level_bounds[${Object.keys(levelBounds).length}];
/* Without a gyroscope: index of a rotation, and of the deviation that it is estimated from. */
extern const uint8_t fw_stand_in[FW_STAND_INS][2];
extern const uint8_t fw_needs_gyro[FW_FEATURES];
extern const float fw_low[FW_FEATURES];
extern const float fw_high[FW_FEATURES];
extern const float fw_bias[FW_OLDEST_AGE + 1];
extern const float fw_mean_of[FW_OLDEST_AGE + 1][FW_FEATURES];
extern const float fw_weight[FW_OLDEST_AGE + 1][FW_FEATURES];
extern const float fw_threshold_units[FW_FEATURES];
extern const uint8_t fw_feature[FW_TREES * 7];
extern const int32_t fw_threshold[FW_TREES * 7];
extern const float fw_leaf[FW_TREES * 8];

#endif
`;
}
