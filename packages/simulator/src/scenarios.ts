import type { MotionName } from './motion/motions.js';
import type { Random } from './random.js';

export interface Scenario {
  readonly description: string;
  /** How often each motion comes, beside the others. */
  readonly acts: Partial<Record<MotionName, number>>;
  /** A wearer falls every so many minutes, on average. */
  readonly minutesBetweenFalls: number;
  readonly falls: readonly MotionName[];
  /** A device loses its Wi-Fi every so many minutes, on average, for 5 to 20 seconds. */
  readonly minutesBetweenLosses: number;
}

/** What people do, by the name it has on the command line. */
export const scenarios = {
  'ward-night': {
    description: 'sleeping people who roll over; now and then somebody walks to the bathroom, and somebody falls there',
    acts: { rest: 2, 'roll-over': 5, 'lie-down': 1, walk: 1 },
    minutesBetweenFalls: 20,
    falls: ['faint', 'slip-backward', 'trip-forward'],
    minutesBetweenLosses: 10,
  },
  'day-room': {
    description: 'people who sit, walk, clap, sit down hard; few falls',
    acts: { rest: 6, walk: 3, 'sit-down-hard': 2, clap: 1, stairs: 1 },
    minutesBetweenFalls: 30,
    falls: ['trip-forward', 'slide-from-wheelchair', 'faint'],
    minutesBetweenLosses: 15,
  },
  mishaps: {
    description: 'whatever looks like a fall and is none, and a fall a minute: a look at the levels',
    acts: { 'sit-down-hard': 2, clap: 2, 'drop-on-table': 1, stairs: 1, 'roll-over': 1 },
    minutesBetweenFalls: 1,
    falls: ['trip-forward', 'slip-backward', 'faint', 'slide-from-wheelchair'],
    minutesBetweenLosses: 3,
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

/** A motion lasts about this long: what makes «every so many minutes» a chance for each. */
const motionSeconds = 25;

/** What somebody does next. */
export function nextMotion({ acts, falls, minutesBetweenFalls }: Scenario, random: Random): MotionName {
  if (random.next() < motionSeconds / (minutesBetweenFalls * 60)) return random.pick(falls);
  const entries = Object.entries(acts) as [MotionName, number][];
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  return 'rest';
}
