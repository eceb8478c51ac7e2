import type { Assessment, DetectorState } from '@fallwatch/detection';
import type { Settle } from '../../platform/batch.js';
import type { Context } from '../../platform/context.js';
import type { Turn } from '../../platform/hot/hot-state.js';
import type { Refusal } from '../../platform/refusal.js';
import type { CachedDevice } from '../devices/device-update.service.js';
import type { Arrival } from './batch.js';
import type { FallReading } from './stream-falls.service.js';
import type { Moment } from './upload.rules.js';
import type { AssessableUpload, UploadAnswer, UploadResult } from './upload.schema.js';

/** A request with several readings as it arrived. */
export interface UploadArrival extends Omit<Arrival, 'body'> {
  readonly body: { readonly readings: readonly AssessableUpload[] };
}

/** A reading in the steps of an upload. Mutable, as in batch.ts. */
export interface UploadItem extends Omit<FallReading, 'assessment'>, Moment {
  readonly sent: AssessableUpload;
  /** Its position in the request. */
  readonly index: number;
  /** Set when the reading has invalid fields besides device, motion and age: it is assessed but not stored. */
  readonly refusal: Refusal | undefined;
  /** Its own time. */
  readonly atMs: number;
  readonly at: string;
  /** Stored earlier, or a repetition within the request. */
  isKnown: boolean;
  /** It entered the detector's present state, not that of older readings. */
  isLive: boolean;
  assessment: Assessment | undefined;
}

/** The readings of one device in a request, in the order of their times. */
export interface DeviceItems {
  readonly device: CachedDevice;
  readonly items: UploadItem[];
  /** The rate limit, and the states of the detector: of the latest readings, and of older ones. */
  turn: Turn | undefined;
  olderTurn: Turn | undefined;
  /** The states that these readings have changed. */
  changed: Partial<Record<'live' | 'older', DetectorState>>;
}

/** A request that waits for its turn: the readings whose devices may send. */
export interface UploadRequest {
  readonly arrival: UploadArrival;
  readonly receivedAtMs: number;
  readonly devices: readonly DeviceItems[];
  /** One per reading; those that are refused from the start are there already. */
  readonly results: (UploadResult | undefined)[];
}

/** The requests of one turn of the event loop. */
export interface UploadBatch {
  readonly ctx: Context;
  readonly nowMs: number;
  readonly requests: readonly UploadRequest[];
  /** What settles a request: set early when it is refused as a whole. */
  readonly outcomes: (PromiseSettledResult<UploadAnswer> | undefined)[];
}

export type SettleUpload = Settle<UploadAnswer>;
