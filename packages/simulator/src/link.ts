import { type DataOf, type Fallwatch, FallwatchError } from '@fallwatch/client';
import type { Random } from './random.js';
import type { ReadingBody } from './wearable.js';

export type Assessed = DataOf<'post', '/api/device/sensor-stream'>;

/** Without an answer: 1 s, 2 s, 4 s, … and never longer than this. */
const longestBackoffMs = 30_000;
/**
 * A device may send once a second, give or take 200 ms, counted where readings arrive: after one that was late, or slow
 * to be answered, the next must not come early.
 */
const gapAfterSendingMs = 850;
const gapAfterAnswerMs = 750;
/** So that a thousand devices do not come back in the same moment. */
const jitterShare = 0.25;

/** What became of one second. */
export type Sent =
  | { readonly kind: 'assessed'; readonly assessed: Assessed; readonly latencyMs: number }
  | { readonly kind: 'refused'; readonly error: FallwatchError }
  /** Not tried: no Wi-Fi, the answer before is not in, or the service asked to wait. */
  | { readonly kind: 'held'; readonly why: 'offline' | 'busy' | 'waiting' };

/** How a device reaches the service, with its manners: one at a time, as long a wait as it is asked for, no storm. */
export class Link {
  readonly #fallwatch: Fallwatch;
  readonly #random: Random;
  readonly #now: () => number;
  #isBusy = false;
  #waitUntilMs = 0;
  #failures = 0;
  #unanswered: ReadingBody | undefined;
  #offlineUntilMs = 0;

  constructor(fallwatch: Fallwatch, random: Random, now: () => number = Date.now) {
    this.#fallwatch = fallwatch;
    this.#random = random;
    this.#now = now;
  }

  /** Takes the Wi-Fi away. */
  lose(ms: number): void {
    this.#offlineUntilMs = this.#now() + ms;
  }

  /** Why the next reading would be held back, if it would. */
  get held(): 'offline' | 'busy' | 'waiting' | undefined {
    const now = this.#now();
    if (now < this.#offlineUntilMs) return 'offline';
    if (this.#isBusy) return 'busy';
    return now < this.#waitUntilMs ? 'waiting' : undefined;
  }

  /**
   * Sends this second's reading, or repeats the one that no answer came to: the service knows a repetition by its
   * `uptime_ms`. What passes meanwhile is lost. At one reading a second a device can never catch up, and an alarm
   * needs the present.
   */
  async send(reading: ReadingBody): Promise<Sent> {
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

  #obey({ status, retryAfterSeconds }: FallwatchError, body: ReadingBody): void {
    const isGone = status === 0 || status >= 500;
    this.#failures = isGone ? this.#failures + 1 : 0;
    // A reading that was refused is done with; one that got no answer may or may not have arrived.
    this.#unanswered = isGone ? body : undefined;
    const backoffMs = isGone ? Math.min(longestBackoffMs, 500 * 2 ** this.#failures) : 0;
    const waitMs = Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1_000);
    this.#waitUntilMs = this.#now() + waitMs * (1 + jitterShare * this.#random.next());
  }
}
