import type { OpenLoop, Slice } from './load.js';
import type { Profile, VariantName } from './variants.js';
import type { WriterRates } from './writer.js';

export interface Measured {
  /** Medians with many connections, by variant. */
  readonly busy: ReadonlyMap<string, Slice>;
  /** Medians with a few connections. */
  readonly calm: ReadonlyMap<string, Slice>;
  /** Constant arrival rate at half of the busy rate, by profile. */
  readonly open: ReadonlyMap<string, OpenLoop>;
  readonly writer: WriterRates;
  readonly redisBytesPerDevice: number;
  /** Requests per second with many known devices, relative to few, by profile. Null if not measured. */
  readonly growth: Readonly<Record<Profile, number>> | null;
}

export interface Goal {
  readonly about: string;
  /** The figure must be `at least` or `at most` the bound. */
  readonly sense: 'at least' | 'at most';
  readonly bound: number;
  /**
   * Bound of the short run, on a machine with other load: tight enough to catch a factor of two. Half of the goal where
   * the goal is met (Redis bytes: the goal itself); elsewhere roughly a factor of two from what an earlier run
   * measured. The comment next to it gives the figure in docs/performance.md. Null: the short run does not measure it.
   */
  readonly ciBound: number | null;
  /**
   * Whether the figure hardly depends on the machine: CPU time and bytes do not, rates and latencies do (a slow disk, a
   * stolen core). Only these decide the short run; the others are reported.
   */
  readonly isSteady: boolean;
  readonly of: (measured: Measured) => number | null;
}

const busy = ({ busy }: Measured, name: VariantName): Slice => busy.get(name) as Slice;
const calm = ({ calm }: Measured, name: VariantName): Slice => calm.get(name) as Slice;
const rate = (m: Measured, name: VariantName): number => busy(m, name).requestsPerSecond;

/** The only table of bounds: `--check` compares a run with it. */
const goals: readonly Goal[] = [
  {
    about: 'cluster profile, requests vs bare Fastify',
    sense: 'at least',
    bound: 0.6,
    // Measured: 0.43.
    ciBound: 0.2,
    isSteady: false,
    of: (m) => rate(m, 'cluster') / rate(m, 'bare'),
  },
  {
    about: 'small profile, requests vs bare Fastify',
    sense: 'at least',
    bound: 0.6,
    // Measured: 0.44.
    ciBound: 0.25,
    isSteady: false,
    of: (m) => rate(m, 'small') / rate(m, 'bare'),
  },
  {
    about: 'cluster profile, node CPU per reading vs bare',
    sense: 'at most',
    bound: 1.4,
    // Measured: 2.42.
    ciBound: 4.4,
    isSteady: true,
    of: (m) => busy(m, 'cluster').nodeUs / busy(m, 'bare').nodeUs,
  },
  {
    about: 'small profile, node CPU per reading vs bare',
    sense: 'at most',
    bound: 1.4,
    // Measured: 2.06.
    ciBound: 3.5,
    isSteady: true,
    of: (m) => busy(m, 'small').nodeUs / busy(m, 'bare').nodeUs,
  },
  {
    about: 'cluster profile, p50 with few connections vs bare',
    sense: 'at most',
    bound: 4,
    // Measured: 10.8.
    ciBound: 29,
    isSteady: false,
    of: (m) => calm(m, 'cluster').p50Us / calm(m, 'bare').p50Us,
  },
  {
    about: 'small profile, p50 with few connections vs bare',
    sense: 'at most',
    bound: 4,
    // Measured: 11.75. Most of it is the disk's time to sync a commit.
    ciBound: 29,
    isSteady: false,
    of: (m) => calm(m, 'small').p50Us / calm(m, 'bare').p50Us,
  },
  {
    about: 'cluster profile, requests with many known devices vs few',
    sense: 'at least',
    bound: 0.95,
    ciBound: null,
    isSteady: false,
    of: (m) => m.growth?.cluster ?? null,
  },
  {
    about: 'small profile, requests with many known devices vs few',
    sense: 'at least',
    bound: 0.95,
    ciBound: null,
    isSteady: false,
    of: (m) => m.growth?.small ?? null,
  },
  {
    about: 'Redis, bytes per device',
    sense: 'at most',
    bound: 300,
    ciBound: 300,
    isSteady: true,
    of: (m) => m.redisBytesPerDevice,
  },
  {
    about: 'the recorder, journal to PostgreSQL, rows vs bare binary COPY',
    sense: 'at least',
    bound: 0.7,
    ciBound: 0.35,
    isSteady: false,
    of: ({ writer }) => writer.recorderPerSecond / writer.copyPerSecond,
  },
];

export interface Verdict {
  readonly about: string;
  readonly sense: Goal['sense'];
  readonly bound: number;
  readonly figure: number | null;
  readonly state: 'met' | 'missed' | 'not measured';
  /** Whether a miss fails the run. */
  readonly decides: boolean;
}

/** A figure that should have been measured but is missing counts as missed. */
export function judge(measured: Measured, isShort: boolean): Verdict[] {
  return goals.map(({ about, sense, of, bound: goal, ciBound, isSteady }) => {
    const figure = of(measured);
    const decides = !isShort || isSteady;
    if (isShort && ciBound === null) return { about, sense, bound: goal, figure, state: 'not measured', decides };
    const bound = isShort && ciBound !== null ? ciBound : goal;
    const isMet = figure !== null && (sense === 'at least' ? figure >= bound : figure <= bound);
    return { about, sense, bound, figure, state: isMet ? 'met' : 'missed', decides };
  });
}

export function describeMiss({ about, sense, bound, figure, decides }: Verdict): string {
  const measured = figure?.toFixed(2) ?? 'not measured';
  return `${decides ? 'Missed' : 'slower than promised'}: ${about} must be ${sense} ${bound}, is ${measured}`;
}
