import { fallLevels, toLevel } from '../src/level.js';
import { computeFigures } from './metrics.js';
import { alarmLevels, type CodeRow, type LevelShare, type Summary } from './results.js';
import { type Block, type Score, toBlocks } from './scores.js';

export function summarise(scores: readonly Score[]): Summary {
  const blocks = toBlocks(scores);
  const elderly = scores.filter(({ trial }) => trial.elderly && !trial.fall);
  const alarmed = (threshold: number) => elderly.filter((score) => hasAlarm(score, threshold)).length;
  return {
    figures: alarmLevels.map((threshold) => computeFigures(scores, threshold)),
    elderly: { trials: elderly.length, alarmed: alarmLevels.map(alarmed) },
    codes: listCodes(scores),
    levels: countLevels(scores),
    reliability: computeReliability(blocks),
    roc: computeRoc(blocks),
  };
}

/** The number of quarter-minute blocks at each level, and how many of them were falls. */
export function countLevels(scores: readonly Score[]): LevelShare[] {
  const blocks = toBlocks(scores);
  return fallLevels.map((level) => {
    const those = blocks.filter(({ value }) => toLevel(value) === level);
    return { level, blocks: those.length, falls: those.filter(({ fall }) => fall).length };
  });
}

export function hasAlarm(score: Score, threshold: number): boolean {
  return score.values.some((value) => value > threshold);
}

function listCodes(scores: readonly Score[]): CodeRow[] {
  const rows = new Map<string, { code: string; fall: boolean; trials: number; alarmed: number }>();
  for (const score of scores) {
    const { code, fall } = score.trial;
    const row = rows.get(code) ?? { code, fall, trials: 0, alarmed: 0 };
    row.trials++;
    if (hasAlarm(score, alarmLevels[0])) row.alarmed++;
    rows.set(code, row);
  }
  return [...rows.values()].sort((one, other) => one.code.localeCompare(other.code));
}

function computeReliability(blocks: readonly Block[]) {
  return Array.from({ length: 10 }, (_, bin) => {
    const those = blocks.filter(({ value }) => Math.min(9, Math.floor(value * 10)) === bin);
    const count = those.length;
    const mean = those.reduce((sum, { value }) => sum + value, 0) / Math.max(1, count);
    return { mean, share: those.filter(({ fall }) => fall).length / Math.max(1, count), count };
  });
}

/** False against true alarms over all thresholds, at most a hundred points. */
function computeRoc(blocks: readonly Block[]): [number, number][] {
  const sorted = [...blocks].sort((one, other) => other.value - one.value);
  const falls = blocks.filter(({ fall }) => fall).length;
  const others = blocks.length - falls;
  const points: [number, number][] = [[0, 0]];
  let hits = 0;
  let misses = 0;
  sorted.forEach(({ value, fall }, index) => {
    if (fall) hits++;
    else misses++;
    if (sorted[index + 1]?.value === value) return;
    const [lastX, lastY] = points.at(-1) as [number, number];
    const [x, y] = [misses / others, hits / falls];
    if (Math.abs(x - lastX) + Math.abs(y - lastY) > 0.01 || index === sorted.length - 1)
      points.push([round(x), round(y)]);
  });
  return points;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
