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
  readonly onDeadline?: (fallId: string, expiresInMs: number) => void;
}

const answerTimeoutMs = 10_000;
/** Somebody lies on the floor: do not wait as long as for a reading. */
const longestPauseMs = 5_000;

/** Asks the wearer once about each fall for which the service requires it, and about each clear fall. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #stopped = new AbortController();
  /** Fall → until when to ask, by the service's clock. */
  readonly #deadlines = new Map<string, string>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** To be called with every answer of the service. */
  note(assessed: Assessed): void {
    const { confirmation, fallEventId: fallId, answeredAt } = assessed;
    if (fallId === null) return;
    const { onQuestion, onDeadline } = this.#options;
    // Without a deadline people are being notified already.
    const deadline = confirmation.expiresAt ?? answeredAt;
    const known = this.#deadlines.get(fallId);
    if (known === undefined ? !concernsWearer(assessed) : known <= deadline) return;
    this.#deadlines.set(fallId, deadline);
    // By the service's clock alone: the device's may be wrong.
    const expiresInMs = Math.max(0, Date.parse(deadline) - Date.parse(answeredAt));
    if (known === undefined) onQuestion({ fallId, expiresInMs, answer: (answer) => this.#send(fallId, answer) });
    else onDeadline?.(fallId, expiresInMs);
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

/**
 * A clear fall concerns the wearer even if it does not wait, because it became known late or the service is set up so.
 * The wearer learns of it, and can still say that nothing happened.
 */
function concernsWearer({ confirmation, fallLevel, ageMs = 0 }: Assessed): boolean {
  return confirmation.required || (fallLevel === 'CONFIRMED' && ageMs <= oldestAlertedMs);
}
