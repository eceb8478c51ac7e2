import type { MotionName } from './motion/motions.js';
import type { Random } from './random.js';

export interface Scenario {
  readonly description: string;
  /** Relative frequency of each motion. */
  readonly acts: Partial<Record<MotionName, number>>;
  /** Mean number of minutes between falls of a wearer. */
  readonly minutesBetweenFalls: number;
  readonly falls: readonly MotionName[];
  /** Mean number of minutes between losses of Wi-Fi of a device; each lasts 5 to 20 seconds. */
  readonly minutesBetweenLosses: number;
}

/** Scenarios by their names on the command line. */
export const scenarios = {
  'ward-night': {
    description: 'sleep and roll over; sometimes a person gets up and walks, and sometimes a person falls',
    acts: { rest: 2, 'roll-over': 5, 'lie-down': 1, walk: 1 },
    minutesBetweenFalls: 20,
    falls: ['faint', 'slip-backward', 'trip-forward'],
    minutesBetweenLosses: 10,
  },
  'day-room': {
    description: 'sit, walk, clap, sit down hard; few falls',
    acts: { rest: 6, walk: 3, 'sit-down-hard': 2, clap: 1, stairs: 1 },
    minutesBetweenFalls: 30,
    falls: ['trip-forward', 'slide-from-wheelchair', 'faint'],
    minutesBetweenLosses: 15,
  },
  mishaps: {
    description: 'motions that resemble a fall, and a fall every minute: for a look at the levels',
    acts: { 'sit-down-hard': 2, clap: 2, 'drop-on-table': 1, stairs: 1, 'roll-over': 1 },
    minutesBetweenFalls: 1,
    falls: ['trip-forward', 'slip-backward', 'faint', 'slide-from-wheelchair'],
    minutesBetweenLosses: 3,
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

/** Approximate length of a motion: converts minutes between falls to a probability per motion. */
const motionSeconds = 25;

/** Chooses the next motion. */
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
