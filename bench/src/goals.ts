import type { OpenLoop, Slice } from './load.js';
import type { Profile, VariantName } from './variants.js';
import type { WriterRates } from './writer.js';

export interface Measured {
  /** Medians under many connections, by variant. */
  readonly busy: ReadonlyMap<string, Slice>;
  /** Medians with a few connections. */
  readonly calm: ReadonlyMap<string, Slice>;
  /** Constant arrivals at half of the busy rate, by profile. */
  readonly open: ReadonlyMap<string, OpenLoop>;
  readonly writer: WriterRates;
  readonly redisBytesPerDevice: number;
  /** Requests a second with many known devices, relative to few, by profile. Null when that was not measured. */
  readonly growth: Readonly<Record<Profile, number>> | null;
}

export interface Goal {
  readonly about: string;
  /** A figure `at least` this or `at most` this. */
  readonly sense: 'at least' | 'at most';
  readonly bound: number;
  /**
   * For the short run, on a machine that others use too: what catches a factor of two. Half of the goal where it is
   * reached; where it is not, half of what was, which stands beside it. Null: the short run does not measure it.
   */
  readonly ciBound: number | null;
  readonly of: (measured: Measured) => number | null;
}

const busy = ({ busy }: Measured, name: VariantName): Slice => busy.get(name) as Slice;
const calm = ({ calm }: Measured, name: VariantName): Slice => calm.get(name) as Slice;
const rate = (m: Measured, name: VariantName): number => busy(m, name).requestsPerSecond;
const cpu = (m: Measured, name: VariantName): number => busy(m, name).nodeUs + busy(m, name).othersUs;

/** The one table of bounds: what `--check` holds a run against. */
const goals: readonly Goal[] = [
  {
    about: 'cluster profile, requests vs bare Fastify',
    sense: 'at least',
    bound: 0.7,
    // Reached: 0.37.
    ciBound: 0.2,
    of: (m) => rate(m, 'cluster') / rate(m, 'bare'),
  },
  {
    about: 'small profile, requests vs bare Fastify',
    sense: 'at least',
    bound: 0.7,
    // Reached: 0.35.
    ciBound: 0.25,
    of: (m) => rate(m, 'small') / rate(m, 'bare'),
  },
  {
    about: 'cluster profile, node CPU per reading vs bare',
    sense: 'at most',
    bound: 1.4,
    // Reached: 2.6.
    ciBound: 4.4,
    of: (m) => busy(m, 'cluster').nodeUs / busy(m, 'bare').nodeUs,
  },
  {
    about: 'small profile, node CPU per reading vs bare',
    sense: 'at most',
    bound: 1.4,
    // Reached: 2.5.
    ciBound: 3.5,
    of: (m) => busy(m, 'small').nodeUs / busy(m, 'bare').nodeUs,
  },
  {
    about: 'cluster profile, requests vs the typical app',
    sense: 'at least',
    bound: 25,
    // Reached: 6.6.
    ciBound: 3,
    of: (m) => rate(m, 'cluster') / rate(m, 'typical'),
  },
  {
    about: 'small profile, requests vs the typical app',
    sense: 'at least',
    bound: 25,
    // Reached: 6.3.
    ciBound: 3,
    of: (m) => rate(m, 'small') / rate(m, 'typical'),
  },
  {
    about: 'the typical app, all CPU per reading vs cluster profile',
    sense: 'at least',
    bound: 20,
    // Reached: 7.4.
    ciBound: 3,
    of: (m) => cpu(m, 'typical') / cpu(m, 'cluster'),
  },
  {
    about: 'the typical app, all CPU per reading vs small profile',
    sense: 'at least',
    bound: 20,
    // Reached: 8.
    ciBound: 4,
    of: (m) => cpu(m, 'typical') / cpu(m, 'small'),
  },
  {
    about: 'cluster profile, p50 with few connections vs bare',
    sense: 'at most',
    bound: 4,
    // Reached: 14.5.
    ciBound: 29,
    of: (m) => calm(m, 'cluster').p50Us / calm(m, 'bare').p50Us,
  },
  {
    about: 'small profile, p50 with few connections vs bare',
    sense: 'at most',
    bound: 4,
    // Reached: 14.4, most of it the disk’s time to sync a commit.
    ciBound: 29,
    of: (m) => calm(m, 'small').p50Us / calm(m, 'bare').p50Us,
  },
  {
    about: 'cluster profile, requests with many known devices vs few',
    sense: 'at least',
    bound: 0.95,
    ciBound: null,
    of: (m) => m.growth?.cluster ?? null,
  },
  {
    about: 'small profile, requests with many known devices vs few',
    sense: 'at least',
    bound: 0.95,
    ciBound: null,
    of: (m) => m.growth?.small ?? null,
  },
  {
    about: 'Redis, bytes per device',
    sense: 'at most',
    bound: 300,
    ciBound: 300,
    of: (m) => m.redisBytesPerDevice,
  },
  {
    about: 'the recorder, log to PostgreSQL, rows vs bare binary COPY',
    sense: 'at least',
    bound: 0.7,
    ciBound: 0.35,
    of: ({ writer }) => writer.recorderPerSecond / writer.copyPerSecond,
  },
];

export interface Verdict {
  readonly about: string;
  readonly sense: Goal['sense'];
  readonly bound: number;
  readonly figure: number | null;
  readonly state: 'met' | 'missed' | 'not measured';
}

/** A figure that is missing where it had to be measured is a goal missed. */
export function judge(measured: Measured, isShort: boolean): Verdict[] {
  return goals.map(({ about, sense, of, bound: goal, ciBound }) => {
    const figure = of(measured);
    if (isShort && ciBound === null) return { about, sense, bound: goal, figure, state: 'not measured' };
    const bound = isShort && ciBound !== null ? ciBound : goal;
    const isMet = figure !== null && (sense === 'at least' ? figure >= bound : figure <= bound);
    return { about, sense, bound, figure, state: isMet ? 'met' : 'missed' };
  });
}
