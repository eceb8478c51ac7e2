import type { Assessment, Reading } from '@fallwatch/detection';
import type { Actor, Context } from '../../platform/context.js';
import type { Turn, TurnRequest } from '../../platform/hot/hot-state.js';
import type { toDetails } from '../../platform/http/validation.js';
import type { Refusal } from '../../platform/refusal.js';
import type { CachedDevice } from '../devices/device-update.service.js';
import type { Confirmation } from '../falls/falls.schema.js';
import type { DetectedFall } from '../falls/recording.service.js';
import type { AssessableReading, Assessed, SensorReading } from './ingest.schema.js';

/** A reading as it arrived. `ctx` is created on first use, because few readings need it. */
export interface Arrival {
  readonly actor: Actor;
  readonly ctx: Context;
  readonly body: SensorReading;
  /** Set when the body does not match its schema. */
  readonly validationError?: { readonly validation?: Parameters<typeof toDetails>[0] };
  /** The reading may have arrived up to `heldUpMs` earlier: that long the process was blocked. */
  readonly arrivedAtMs: number;
  readonly heldUpMs: number;
}

/** A reading in the steps of a batch. Mutable: there are thousands per second. */
export interface Passing extends TurnRequest {
  readonly arrival: Arrival;
  readonly sent: AssessableReading;
  /**
   * Set when the reading is refused from the start: it is assessed but not stored, and does not count for the rate
   * limit.
   */
  readonly refusal: Refusal | undefined;
  readonly reading: Reading;
  readonly device: CachedDevice;
  /** The key of the rate limit and of the detector state. */
  readonly key: string;
  agoMs: number;
  index: number;
  turn: Turn | undefined;
  assessment: Assessment | undefined;
  fallId: string | null;
  /** A fall that the database could not record: it goes into the journal. */
  carried: DetectedFall | null;
  confirmation: Confirmation;
}

export type Judged = Passing & { readonly turn: Turn; readonly assessment: Assessment };
/** Valid and within the rate limit: to be stored. */
export type Accepted = Judged & { readonly sent: SensorReading };
export type Outcome = PromiseSettledResult<Assessed>;

/** All readings of a batch are assessed, stored and answered with the same time. */
export interface Batch {
  readonly ctx: Context;
  readonly at: string;
  readonly nowMs: number;
  readonly outcomes: Outcome[];
}

export function refuse({ outcomes }: Batch, index: number, reason: unknown): void {
  outcomes[index] = { status: 'rejected', reason };
}
