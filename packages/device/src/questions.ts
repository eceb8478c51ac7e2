import { FallwatchError } from '@fallwatch/client';
import { computeWaitMs } from './backoff.rules.js';
import type { Clock } from './clock.js';
import { classifyFailure } from './failure.rules.js';
import type { DeviceService, WearerAnswer } from './service.js';
import type { Assessed } from './state.js';
import { withTimeout } from './timeout.js';

/** “Are you OK?”, to be asked on the device. */
export interface Question {
  readonly fallId: string;
  /** How long to ask. After it the caregivers are alerted; an answer is still welcome. 0: they are alerted already. */
  readonly expiresInMs: number;
  /**
   * Sends the wearer's answer, and repeats it until the service has it. Rejects if it is refused: “OK” after a request
   * for help, or a fall that was deleted.
   */
  readonly answer: (answer: WearerAnswer) => Promise<void>;
}

export interface QuestionsOptions {
  readonly service: DeviceService;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onQuestion: (question: Question) => void;
}

const answerTimeoutMs = 10_000;
/** Somebody lies on the floor: do not wait as long as for a reading. */
const longestPauseMs = 5_000;

/** Asks the wearer once about each fall for which the service requires it, and about each clear fall. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #stopped = new AbortController();
  readonly #asked = new Set<string>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** To be called with every answer of the service. */
  note(assessed: Assessed): void {
    const { confirmation, fallEventId, answeredAt } = assessed;
    if (fallEventId === null || this.#asked.has(fallEventId) || !concernsWearer(assessed)) return;
    this.#asked.add(fallEventId);
    this.#options.onQuestion({
      fallId: fallEventId,
      expiresInMs: computeRemainingMs(confirmation.expiresAt, answeredAt),
      answer: (answer) => this.#send(fallEventId, answer),
    });
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #send(fallId: string, answer: WearerAnswer): Promise<void> {
    const { service, clock, random } = this.#options;
    const { signal } = this.#stopped;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await withTimeout(clock, signal, answerTimeoutMs, (late) => service.answerFall(fallId, answer, late));
        return;
      } catch (error) {
        if (!(error instanceof FallwatchError) || error.status === 404 || classifyFailure(error) !== 'retry')
          throw error;
        const waitMs = computeWaitMs(failures, error.retryAfterSeconds, random());
        await clock.wait(Math.min(waitMs, longestPauseMs), signal);
      }
    }
  }
}

/** The service alerts nobody to an older fall. */
const oldestAlertedMs = 600_000;

/** A clear fall alerts people at once. The wearer learns of it, and can still say that nothing happened. */
function concernsWearer({ confirmation, fallLevel, ageMs = 0 }: Assessed): boolean {
  return confirmation.required || (fallLevel === 'CONFIRMED' && ageMs <= oldestAlertedMs);
}

/** By the service's clock alone: the device's may be wrong. */
function computeRemainingMs(expiresAt: string | null, answeredAt: string): number {
  return expiresAt === null ? 0 : Math.max(0, Date.parse(expiresAt) - Date.parse(answeredAt));
}
