import { type FallAssessment, type Fallwatch, FallwatchError, type Reading } from '@fallwatch/client';
import type { Random } from './random.js';

/** Pauses without an answer: 1 s, 2 s, 4 s, …, at most this. */
const longestBackoffMs = 30_000;
/**
 * A device may send once a second, ±200 ms, measured at the server: after a reading that was sent or answered late, the
 * next one must not arrive early.
 */
const gapAfterSendingMs = 850;
const gapAfterAnswerMs = 750;
/** So that a thousand devices do not reconnect at the same time. */
const jitterShare = 0.25;

type Assessed = Pick<FallAssessment, 'fallDetected' | 'fallConfidence' | 'fallLevel' | 'fallEventId'>;

/** The result of one second. */
export type Sent =
  | { readonly kind: 'assessed'; readonly assessed: FallAssessment; readonly latencyMs: number }
  /** Kept by the device, to be sent later; and its assessment then. Only of paired devices. */
  | { readonly kind: 'buffered' }
  | { readonly kind: 'uploaded'; readonly assessed: Assessed }
  | { readonly kind: 'refused'; readonly error: FallwatchError }
  /** Not sent: no Wi-Fi, the previous answer is missing, or the service asked to wait. */
  | { readonly kind: 'held'; readonly why: 'offline' | 'busy' | 'waiting' };

/** How a device reaches the service. */
export interface DeviceConnection {
  send(reading: Reading): Promise<Sent>;
  /** Simulates a loss of Wi-Fi. */
  lose(ms: number): void;
  /** Why the next reading would be held back; undefined if it would be sent. */
  readonly held: 'offline' | 'busy' | 'waiting' | undefined;
  /** For readings that are sent later. */
  onUploaded?(listener: (assessed: Assessed) => void): void;
  stop?(): Promise<void>;
}

/** The connection of a device with its wearer's session: one request at a time, respects Retry-After, backs off with jitter. */
export class Link implements DeviceConnection {
  readonly #fallwatch: Fallwatch;
  readonly #random: Random;
  readonly #now: () => number;
  #isBusy = false;
  #waitUntilMs = 0;
  #failures = 0;
  #unanswered: Reading | undefined;
  #offlineUntilMs = 0;

  constructor(fallwatch: Fallwatch, random: Random, now: () => number = Date.now) {
    this.#fallwatch = fallwatch;
    this.#random = random;
    this.#now = now;
  }

  lose(ms: number): void {
    this.#offlineUntilMs = this.#now() + ms;
  }

  get held(): 'offline' | 'busy' | 'waiting' | undefined {
    const now = this.#now();
    if (now < this.#offlineUntilMs) return 'offline';
    if (this.#isBusy) return 'busy';
    return now < this.#waitUntilMs ? 'waiting' : undefined;
  }

  /**
   * Sends this second's reading, or repeats the one without an answer: the service recognises a repetition by its
   * `uptime_ms`. Readings in between are lost: at one reading a second a device can never catch up, and an alert needs
   * current readings.
   */
  async send(reading: Reading): Promise<Sent> {
    const why = this.held;
    if (why) return { kind: 'held', why };
    const body = this.#unanswered ?? reading;
    const startedAt = this.#now();
    this.#isBusy = true;
    try {
      const assessed = await this.#fallwatch.post('/api/device/sensor-stream', { body });
      this.#unanswered = undefined;
      this.#failures = 0;
      const answeredAt = this.#now();
      this.#waitUntilMs = Math.max(startedAt + gapAfterSendingMs, answeredAt + gapAfterAnswerMs);
      return { kind: 'assessed', assessed, latencyMs: answeredAt - startedAt };
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
      this.#obey(error, body);
      return { kind: 'refused', error };
    } finally {
      this.#isBusy = false;
    }
  }

  #obey({ status, retryAfterSeconds }: FallwatchError, body: Reading): void {
    const isGone = status === 0 || status >= 500;
    this.#failures = isGone ? this.#failures + 1 : 0;
    // A refused reading is finished; one without an answer may or may not have arrived.
    this.#unanswered = isGone ? body : undefined;
    const backoffMs = isGone ? Math.min(longestBackoffMs, 500 * 2 ** this.#failures) : 0;
    const waitMs = Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1_000);
    this.#waitUntilMs = this.#now() + waitMs * (1 + jitterShare * this.#random.next());
  }
}
