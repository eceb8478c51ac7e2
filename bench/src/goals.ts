import type { Slice } from './load.js';
import type { VariantName } from './variants.js';

export interface Measured {
  /** Medians under many connections, by variant. */
  readonly busy: ReadonlyMap<string, Slice>;
  /** Medians with a few connections. */
  readonly calm: ReadonlyMap<string, Slice>;
  readonly redisBytesPerDevice: number;
  /** Requests a second with many known devices, relative to few. Null when that was not measured. */
  readonly growth: number | null;
}

export interface Goal {
  readonly about: string;
  /** A figure `at least` this or `at most` this. */
  readonly sense: 'at least' | 'at most';
  readonly bound: number;
  readonly of: (measured: Measured) => number | null;
}

const busy = ({ busy }: Measured, name: VariantName): Slice => busy.get(name) as Slice;
const calm = ({ calm }: Measured, name: VariantName): Slice => calm.get(name) as Slice;
const rate = (m: Measured, name: VariantName): number => busy(m, name).requestsPerSecond;
const cpu = (m: Measured, name: VariantName): number => busy(m, name).nodeUs + busy(m, name).othersUs;

/** The one table of bounds: what `--check` holds a run against. */
export const goals: readonly Goal[] = [
  {
    about: 'small profile, requests vs bare Fastify',
    sense: 'at least',
    bound: 0.7,
    of: (m) => rate(m, 'small') / rate(m, 'bare'),
  },
  {
    about: 'with Redis, requests vs bare Fastify',
    sense: 'at least',
    bound: 0.7,
    of: (m) => rate(m, 'cluster') / rate(m, 'bare'),
  },
  {
    about: 'small profile, node CPU per reading vs bare',
    sense: 'at most',
    bound: 1.4,
    of: (m) => busy(m, 'small').nodeUs / busy(m, 'bare').nodeUs,
  },
  {
    about: 'with Redis, node CPU per reading vs bare',
    sense: 'at most',
    bound: 1.4,
    of: (m) => busy(m, 'cluster').nodeUs / busy(m, 'bare').nodeUs,
  },
  {
    about: 'small profile, requests vs the typical app',
    sense: 'at least',
    bound: 25,
    of: (m) => rate(m, 'small') / rate(m, 'typical'),
  },
  {
    about: 'with Redis, requests vs the typical app',
    sense: 'at least',
    bound: 25,
    of: (m) => rate(m, 'cluster') / rate(m, 'typical'),
  },
  {
    about: 'the typical app, all CPU per reading vs small profile',
    sense: 'at least',
    bound: 20,
    of: (m) => cpu(m, 'typical') / cpu(m, 'small'),
  },
  {
    about: 'small profile, p50 with few connections vs bare',
    sense: 'at most',
    bound: 4,
    of: (m) => calm(m, 'small').p50Us / calm(m, 'bare').p50Us,
  },
  {
    about: 'with Redis, p50 with few connections vs bare',
    sense: 'at most',
    bound: 4,
    of: (m) => calm(m, 'cluster').p50Us / calm(m, 'bare').p50Us,
  },
  {
    about: 'small profile, requests with many known devices vs few',
    sense: 'at least',
    bound: 0.95,
    of: (m) => m.growth,
  },
  { about: 'Redis, bytes per device', sense: 'at most', bound: 300, of: (m) => m.redisBytesPerDevice },
];

export interface Verdict extends Goal {
  readonly figure: number | null;
  readonly isMet: boolean;
}

/** `slack` 2 asks for half of the goals: enough to catch a factor of two on a busy machine. */
export function judge(measured: Measured, slack = 1): Verdict[] {
  return goals.map((goal) => {
    const figure = goal.of(measured);
    const bound = goal.sense === 'at least' ? goal.bound / slack : goal.bound * slack;
    const isMet = figure === null || (goal.sense === 'at least' ? figure >= bound : figure <= bound);
    return { ...goal, bound, figure, isMet };
  });
}
