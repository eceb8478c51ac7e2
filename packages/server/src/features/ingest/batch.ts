import type { Assessment, Reading } from '@fallwatch/detection';
import type { Actor, Context } from '../../platform/context.js';
import type { Turn } from '../../platform/hot/hot-state.js';
import type { KnownDevice } from '../devices/devices.service.js';
import type { Confirmation } from '../falls/falls.schema.js';
import type { DetectedFall } from '../falls/recording.service.js';
import type { Assessed, SensorReading } from './ingest.schema.js';

/** A reading as it came in. Its own context is made only for what is rare: it is asked for late. */
export interface Arrival {
  readonly actor: Actor;
  readonly ctx: Context;
  readonly body: SensorReading;
}

/** A reading on its way through the steps of a batch. Written in place: there are thousands a second. */
export interface Passing {
  readonly arrival: Arrival;
  readonly sent: SensorReading;
  readonly index: number;
  readonly reading: Reading;
  readonly device: KnownDevice;
  /** Under which its turns and its detector's state are kept. */
  readonly key: string;
  turn: Turn | undefined;
  assessment: Assessment | undefined;
  fallId: string | null;
  /** A fall that the database could not take: the log carries it. */
  carried: DetectedFall | null;
  confirmation: Confirmation;
}

export type Judged = Passing & { readonly turn: Turn; readonly assessment: Assessment };
export type Outcome = PromiseSettledResult<Assessed>;

/** One moment for all readings of a batch: they are answered, stored and judged as of it. */
export interface Batch {
  readonly ctx: Context;
  readonly at: string;
  readonly nowMs: number;
  readonly outcomes: Outcome[];
}

export function refuse({ outcomes }: Batch, index: number, reason: unknown): void {
  outcomes[index] = { status: 'rejected', reason };
}
