import { burstFeatureNames, burstGyroFeatures } from '../src/features/burstFeatures.js';
import { secondGyroFeatures } from '../src/features/secondFeatures.js';
import { dt, hz } from '../src/features/spans.js';
import { levelBounds } from '../src/level.js';
import { standIns } from '../src/missingTurn.js';
import type { FittedModel } from '../src/model/model.js';
import type { InputKind } from '../src/state.js';
import { toFloat } from './cSettings.js';

const largestInteger = 2 ** 31 - 1;

/** Features that are a number of samples times their duration. */
const durations: readonly string[] = ['ff_dur', 'active_dur', 'pulse_width'];

/** fw_model.c: the tables of one model. */
export function formatTables(input: InputKind, model: FittedModel): string {
  const gyro = input === 'burst' ? burstGyroFeatures : secondGyroFeatures;
  const { ages, trees } = model;
  const units = model.low.map((_, feature) => findUnits(input, model, feature));
  const weights = ages.map(({ w, scale }) => w.map((weight, i) => weight / (scale[i] as number)));
  const bounds = Object.values(levelBounds).map((bound) => String(Math.round(bound * 10_000)));
  const pairs = standIns.map((pair) => `{${pair.join(', ')}}`);
  const tables = [
    formatTable('uint16_t fw_level_bounds', bounds),
    `const uint8_t fw_stand_in[][2] = {${pairs.join(', ')}};\n`,
    formatTable(
      'uint8_t fw_needs_gyro',
      model.low.map((_, i) => (gyro.includes(i) ? '1' : '0')),
    ),
    formatTable('float fw_low', model.low.map(toFloat)),
    formatTable('float fw_high', model.high.map(toFloat)),
    formatTable(
      'float fw_bias',
      ages.map(({ b }) => toFloat(b)),
    ),
    formatRows(
      'float fw_mean_of',
      ages.map(({ mean }) => mean),
    ),
    formatRows('float fw_weight', weights),
    formatTable('float fw_threshold_units', units.map(toFloat)),
    formatTable('uint8_t fw_feature', trees.feature.map(String)),
    formatTable(
      'int32_t fw_threshold',
      trees.threshold.map((_, split) => toThreshold(input, model, units, split)),
    ),
    formatTable('float fw_leaf', trees.leaf.map(toFloat)),
  ];
  return [
    `/* Written by \`npm run export:c -w @fallwatch/detection\` from the model ${model.name}: do not edit. */`,
    '#include "fw_model.h"',
    '',
    ...tables,
  ].join('\n');
}

/** Whether a value can be on both sides of the threshold: values outside the range of training are clipped to it. */
function divides(model: FittedModel, feature: number, threshold: number): boolean {
  return threshold >= (model.low[feature] as number) && threshold < (model.high[feature] as number);
}

function isDuration(input: InputKind, feature: number): boolean {
  return input === 'burst' && durations.includes(burstFeatureNames[feature] as string);
}

/** The power of ten by which every threshold of the feature becomes an integer. */
function findUnits(input: InputKind, model: FittedModel, feature: number): number {
  if (isDuration(input, feature)) return 2 * hz;
  const { trees } = model;
  const used = trees.threshold.filter((value, i) => trees.feature[i] === feature && divides(model, feature, value));
  const digits = Math.max(0, ...used.map(countDecimals));
  const units = 10 ** digits;
  if (used.some((value) => Math.abs(value) * units > largestInteger)) {
    throw new Error(`${model.name}: the thresholds of feature ${feature} do not fit into 32 bits`);
  }
  return units;
}

function countDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

function toThreshold(input: InputKind, model: FittedModel, units: readonly number[], split: number): string {
  const feature = model.trees.feature[split] as number;
  const threshold = model.trees.threshold[split] as number;
  if (feature === model.low.length) return String(Math.floor(threshold));
  if (threshold >= (model.high[feature] as number)) return 'INT32_MAX';
  if (!divides(model, feature, threshold)) return 'INT32_MIN';
  if (isDuration(input, feature)) return String(2 * countWithin(threshold) + 1);
  return String(Math.round(threshold * (units[feature] as number)));
}

/**
 * The largest number of samples whose duration does not exceed the threshold in the arithmetic of the service, where
 * 7 · 0.04 exceeds 0.28. In units of half a sample this number and the next one stay apart in any arithmetic.
 */
function countWithin(threshold: number): number {
  let count = 0;
  while (!((count + 1) * dt > threshold)) count++;
  return count;
}

function formatTable(declaration: string, values: readonly string[]): string {
  return `const ${declaration}[] = {\n${formatLines(values)}};\n`;
}

function formatRows(declaration: string, rows: readonly (readonly number[])[]): string {
  const width = (rows[0] as readonly number[]).length;
  const lines = rows.map((row) => `{\n${formatLines(row.map(toFloat))}}`);
  return `const ${declaration}[][${width}] = {${lines.join(',\n')}};\n`;
}

function formatLines(values: readonly string[]): string {
  const lines: string[] = [];
  for (let i = 0; i < values.length; i += 8) lines.push(`${values.slice(i, i + 8).join(', ')},\n`);
  return lines.join('');
}
