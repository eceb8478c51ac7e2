import type { Figures } from './metrics.js';
import type { LevelShare, Results, Summary, TestRow } from './results.js';

export type Check = {
  readonly name: string;
  readonly value: number;
  readonly bound: '≥' | '≤';
  readonly limit: number;
  readonly holds: boolean;
};

function atLeast(name: string, value: number, limit: number): Check {
  return { name, value, bound: '≥', limit, holds: value >= limit };
}

function atMost(name: string, value: number, limit: number): Check {
  return { name, value, bound: '≤', limit, holds: value <= limit };
}

/** The targets of the detector. A run on the subset has its own bounds. */
export function runChecks(results: Results): Check[] {
  if (results.subset) return subsetChecks(results);
  return [...mainChecks(results), ...crossChecks(results), ...testChecks(results)];
}

/**
 * Bounds slightly below what the subset measured, so that a regression fails within minutes. They are not the targets:
 * the subset trains on fewer subjects, and targets that the full run misses are bounded at their present value.
 */
function subsetChecks({ main, tests }: Results): Check[] {
  const wrist = figure(main['wrist-burst']);
  const waist = figure(main['waist-burst']);
  const row = (name: string, input: string) => tests.find((test) => test.name.startsWith(name) && test.input === input);
  const gestures = row('UTD-MHAD', 'burst');
  const kiel = row('Kiel waist, over 60', 'peak');
  return [
    atLeast('subset: wrist, burst, F1', wrist?.f1 ?? Number.NaN, 0.95),
    atLeast('subset: wrist, burst, specificity', wrist?.specificity ?? Number.NaN, 0.965),
    atMost(
      'subset: wrist, burst, older people with an alert',
      main['wrist-burst']?.elderly.alarmed[0] ?? Number.NaN,
      0,
    ),
    atLeast('subset: waist, burst, F1', waist?.f1 ?? Number.NaN, 0.97),
    atLeast(
      'subset: UTD-MHAD frozen, specificity',
      1 - (gestures?.alarmedTrials[0] ?? Number.NaN) / (gestures?.trials ?? 1),
      0.93,
    ),
    atMost('subset: Pixel Watch, alarms', row('Pixel', 'burst')?.alarms[0] ?? Number.NaN, 0),
    atMost('subset: Kiel waist over 60, peak-hold, per hour', (kiel?.alarms[0] ?? Number.NaN) / (kiel?.hours ?? 1), 4),
  ];
}

function figure(summary: Summary | undefined): Figures | undefined {
  return summary?.figures[0];
}

function mainChecks({ main }: Results): Check[] {
  const checks: Check[] = [];
  const bounds = [
    ['waist', 'burst', 0.993],
    ['wrist', 'burst', 0.96],
    ['waist', 'peak', 0.98],
    ['wrist', 'peak', 0.92],
    ['waist', 'instant', 0.92],
    ['wrist', 'instant', 0.8],
  ] as const;
  for (const [site, input, limit] of bounds) {
    const found = figure(main[`${site}-${input}`]);
    // A figure that a full run did not measure counts as a missed target.
    checks.push(atLeast(`${site}, ${input}: F1`, found?.f1 ?? Number.NaN, limit));
  }
  checks.push(...burstChecks(main, 'waist', { specificity: 0.995, perHour: 1, ece: 0.01 }));
  checks.push(...burstChecks(main, 'wrist', { specificity: 0.97, perHour: 3.5, ece: 0.015 }));
  return checks;
}

function burstChecks(
  main: Results['main'],
  site: string,
  limits: { specificity: number; perHour: number; ece: number },
): Check[] {
  const summary = main[`${site}-burst`];
  const found = figure(summary);
  if (summary === undefined || found === undefined) return [];
  const { trials, alarmed } = summary.elderly;
  return [
    atLeast(`${site}, burst: specificity`, found.specificity, limits.specificity),
    atMost(`${site}, burst: false alarms per hour`, found.falseAlarmsPerHour, limits.perHour),
    atMost(`${site}, burst: ECE`, found.ece, limits.ece),
    atMost(`${site}, burst: median delay, s`, found.delayMedianS, 2.6),
    atMost(`${site}, burst: 95 % delay, s`, found.delayP95S, 3.1),
    atLeast(`${site}, burst, older people: specificity`, 1 - (alarmed[0] ?? 0) / trials, site === 'wrist' ? 1 : 0.994),
    atMost(`${site}, burst, older people: CONFIRMED`, alarmed[2] ?? 0, 0),
  ];
}

function crossChecks({ cross, applause }: Results): Check[] {
  const limits: Record<string, readonly [number, number]> = {
    'UMAFall waist': [0.97, 0.965],
    'UMAFall wrist': [0.92, 0.945],
  };
  const checks = cross.flatMap(({ name, input, figures: [found], levels }) => {
    const limit = limits[name];
    if (input !== 'burst' || found === undefined) return [];
    if (name === 'DSADS without basketball')
      return [atMost(`${name}: false alarms per hour`, found.falseAlarmsPerHour, 0.2)];
    if (limit === undefined) return [];
    return [
      atLeast(`${name}: sensitivity`, found.sensitivity, limit[0]),
      atLeast(`${name}: specificity`, found.specificity, limit[1]),
      atLeast(`${name}: share of CONFIRMED that are falls`, shareOfFalls(levels, 'CONFIRMED'), 0.95),
    ];
  });
  return [...checks, atMost('applause by older people: trials with an alert', applause.alarmed, 2)];
}

function shareOfFalls(levels: readonly LevelShare[], wanted: string): number {
  const found = levels.find(({ level }) => level === wanted);
  return found === undefined ? Number.NaN : found.falls / Math.max(1, found.blocks);
}

function testChecks({ tests }: Results): Check[] {
  const row = (name: string, input: string): TestRow | undefined =>
    tests.find((test) => test.name.startsWith(name) && test.input === input);
  const perHour = (found: TestRow | undefined, level = 0) => (found?.alarms[level] ?? Number.NaN) / (found?.hours ?? 1);
  const gestures = row('UTD-MHAD', 'burst');
  const older = row('SmartFallMM, older people, watch', 'burst');
  return [
    atLeast(
      'UTD-MHAD frozen, burst: specificity',
      1 - (gestures?.alarmedTrials[0] ?? Number.NaN) / (gestures?.trials ?? 1),
      0.94,
    ),
    atMost('Pixel Watch, burst: alerts', row('Pixel', 'burst')?.alarms[0] ?? Number.NaN, 0),
    atMost('Kiel waist over 60, peak-hold: alerts per hour', perHour(row('Kiel waist, over 60', 'peak')), 1),
    atMost('SmartFallMM older, wrist, burst: alerts per hour', perHour(older), 0.5),
    atMost('SmartFallMM older, wrist, burst: CONFIRMED', older?.alarms[2] ?? Number.NaN, 0),
  ];
}
