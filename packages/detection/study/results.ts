import type { BaselineFigures } from './baselines.js';
import type { Learned } from './learning.js';
import type { Figures } from './metrics.js';
import type { Parity } from './parity.js';
import type { RuleCosts } from './rules.js';

/** Thresholds of the levels that alert: POTENTIAL, HIGH, CONFIRMED. */
export const alarmLevels = [0.5, 0.7, 0.89] as const;

export type LevelShare = { readonly level: string; readonly blocks: number; readonly falls: number };
export type CodeRow = {
  readonly code: string;
  readonly fall: boolean;
  readonly trials: number;
  readonly alarmed: number;
};
export type ReliabilityBin = { readonly mean: number; readonly share: number; readonly count: number };

/** All that is told of one set of held-out scores. */
export type Summary = {
  /** One per alarm level. */
  readonly figures: readonly Figures[];
  /** People over 60, daily acts only. */
  readonly elderly: { readonly trials: number; readonly alarmed: readonly number[] };
  readonly codes: readonly CodeRow[];
  readonly levels: readonly LevelShare[];
  readonly reliability: readonly ReliabilityBin[];
  readonly roc: readonly (readonly [number, number])[];
};

export type CrossRow = {
  readonly name: string;
  readonly input: string;
  /** One per alarm level. */
  readonly figures: readonly Figures[];
  readonly levels: readonly LevelShare[];
  readonly learned: Learned;
};

/** A set that only tests, through the shipped detector reading by reading. */
export type TestRow = {
  readonly name: string;
  readonly input: string;
  readonly site: string;
  readonly trials: number;
  readonly hours: number;
  readonly falls: number;
  /** One per alarm level. */
  readonly found: readonly number[];
  readonly alarmedTrials: readonly number[];
  readonly alarms: readonly number[];
  readonly worst: string;
  readonly levels: readonly LevelShare[];
  readonly ece: number;
  readonly learned: Learned;
};

/** Filled part by part, and kept as it comes. */
export type Results = {
  subset: boolean;
  main: Record<string, Summary>;
  /** The models for an unknown site, by set and input. */
  unknown: Record<string, readonly Figures[]>;
  softFaller: Record<string, number>;
  noGyro: Record<string, Figures>;
  frozen: Record<string, number>;
  cross: readonly CrossRow[];
  applause: { readonly trials: number; readonly alarmed: number };
  tests: readonly TestRow[];
  baselines: Record<string, readonly BaselineFigures[]>;
  rules: Record<string, RuleCosts>;
  parity: Parity | null;
  /** CPU time of the run. */
  minutes: number;
};
