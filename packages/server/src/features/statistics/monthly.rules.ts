import { ambulances, headImpacts, injuries, lifters } from '../falls/outcome.schema.js';
import { type Measure, type MonthlyFigures, type MonthlyReport, notRecorded, shifts } from './monthly.schema.js';
import type { MonthlyRow, ShiftStarts } from './monthly.store.js';
import { endings } from './statistics.schema.js';

/** The telecare measure: 97.5 % of the alerts answered within 60 s, 99 % within 180 s. In thousandths. */
const targets = { 60: 975, 180: 990 } as const;

/** Compared as whole numbers: 3,899 of 3,999 is a share of 0.97499, which rounds to the target and misses it. */
export function toMeasure(limitSeconds: keyof typeof targets, within: number, of: number): Measure {
  const thousandths = targets[limitSeconds];
  const share = of === 0 ? null : Math.round((within / of) * 10_000) / 10_000;
  const isMet = of === 0 ? null : within * 1_000 >= thousandths * of;
  return { within, of, share, limitSeconds, target: thousandths / 1_000, isMet };
}

export const noFigures: MonthlyRow = {
  hasWard: false,
  hasShift: false,
  ward: null,
  shift: null,
  alarms: 0,
  answered: 0,
  within60s: 0,
  due60s: 0,
  within180s: 0,
  due180s: 0,
  slowestSeconds: null,
  slowestFallId: null,
  falls: 0,
  falseAlarms: 0,
  outcomeCounts: [],
  injuryCounts: [],
  headImpactCounts: [],
  ambulanceCounts: [],
  liftedByCounts: [],
};

export function toMonthlyFigures(row: MonthlyRow): MonthlyFigures {
  const { alarms, answered, falls, falseAlarms, slowestSeconds: seconds, slowestFallId: fallId } = row;
  return {
    alarms,
    answered,
    within60s: toMeasure(60, row.within60s, row.due60s),
    within180s: toMeasure(180, row.within180s, row.due180s),
    slowest: seconds === null || fallId === null ? null : { seconds: Math.round(seconds * 1_000) / 1_000, fallId },
    falls,
    falseAlarms,
    byOutcome: endings.map((outcome, index) => ({ outcome, count: row.outcomeCounts[index] ?? 0 })),
    byInjury: named(injuries, row.injuryCounts).map(([injury, count]) => ({ injury, count })),
    byHeadImpact: named(headImpacts, row.headImpactCounts).map(([headImpact, count]) => ({ headImpact, count })),
    byAmbulance: named(ambulances, row.ambulanceCounts).map(([ambulance, count]) => ({ ambulance, count })),
    byLiftedBy: named(lifters, row.liftedByCounts).map(([liftedBy, count]) => ({ liftedBy, count })),
  };
}

function named<Word extends string>(words: readonly Word[], counts: readonly number[]) {
  return [...words, notRecorded].map((word, index) => [word, counts[index] ?? 0] as [Word | 'NOT_RECORDED', number]);
}

/** `06:00` of 360. */
const toClock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Each shift until the next one begins. */
export function listShifts(starts: ShiftStarts): MonthlyReport['shifts'] {
  return shifts.map((shift, index) => {
    const [from = 0, to = 0] = [starts[index], starts[(index + 1) % starts.length]];
    return { shift, from: toClock(from), to: toClock(to) };
  });
}
