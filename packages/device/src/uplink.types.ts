import type { FallAssessment, FallwatchError, Reading } from '@fallwatch/client';
import type { ReadingBuffer } from './buffer.js';
import type { Clock } from './clock.js';
import type { DeviceService } from './service.js';
import type { Assessed, DeviceState } from './state.js';

export interface UplinkOptions {
  readonly service: DeviceService;
  readonly buffer: ReadingBuffer;
  readonly clock: Clock;
  /** Identifies this run of the device: a random unsigned 32-bit integer. */
  readonly bootId: number;
  /** 0..1. */
  readonly random: () => number;
  readonly onState?: (state: DeviceState) => void;
  /** For each assessed reading, also for those of a batch. */
  readonly onAssessed?: (assessed: Assessed) => void;
  /** A reading was refused and dropped. */
  readonly onRefused?: (refused: RefusedReading) => void;
}

export interface RefusedReading {
  readonly reading: Reading;
  readonly code: string;
  readonly message: string;
  /** Field → what is wrong with it. */
  readonly details: Readonly<Record<string, string>>;
}

/** What became of a reading that was sent at once. */
export type SendResult =
  | { readonly kind: 'assessed'; readonly assessed: FallAssessment; readonly latencyMs: number }
  /** It will be sent in a batch. `error` is the reason, if there was a request. */
  | { readonly kind: 'buffered'; readonly error?: FallwatchError }
  | { readonly kind: 'refused'; readonly error: FallwatchError };
