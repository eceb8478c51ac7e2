import { FallwatchError, type Reading } from '@fallwatch/client';
import { Backlog } from './backlog.js';
import { computeWaitMs } from './backoff.rules.js';
import { halveBatch, mostInBatch, type Now, planBatch, readOutcome } from './batch.rules.js';
import type { BufferedReading, ReadingBuffer } from './buffer.js';
import type { Clock } from './clock.js';
import { classifyFailure } from './failure.rules.js';
import type { UnmarkedReading } from './marking.rules.js';
import type { DeviceService } from './service.js';
import { type Assessed, type DeviceState, startState } from './state.js';
import { withTimeout } from './timeout.js';

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
  | { readonly kind: 'assessed'; readonly assessed: Assessed; readonly latencyMs: number }
  /** It will be sent in a batch. `error` is the reason, if there was a request. */
  | { readonly kind: 'buffered'; readonly error?: FallwatchError }
  | { readonly kind: 'refused'; readonly error: FallwatchError };

/** Longer is no answer. A batch of 120 bursts takes 30 s over 40 kbit/s. */
const readingTimeoutMs = 10_000;
const batchTimeoutMs = 60_000;

/**
 * Sends readings, and loses none. A reading is sent at once unless the previous one has no answer yet, or a failure or
 * the service asks to wait: then it is buffered. The buffer is emptied in batches, oldest first, beside
 * the current readings. A reading leaves the buffer only when the service says that it has it, or that it is invalid.
 */
export class Uplink {
  readonly #options: UplinkOptions;
  readonly #stopped = new AbortController();
  readonly #backlog: Backlog;
  #state = startState;
  #isSending = false;
  #backfill: Promise<void> | undefined;
  #failures = 0;
  #waitUntilMs = 0;
  #batchSize = mostInBatch;

  constructor(options: UplinkOptions) {
    this.#options = options;
    this.#backlog = new Backlog(options.buffer);
  }

  get state(): DeviceState {
    return this.#state;
  }

  /** Sends what an earlier run left in the buffer. */
  async start(): Promise<void> {
    await this.#countBuffered();
    this.#startBackfill();
  }

  /** Sends this second's reading. */
  async send(reading: Reading): Promise<SendResult> {
    const entry = this.#toEntry(reading);
    if (this.#isHeld) {
      await this.#keep([entry]);
      return { kind: 'buffered' };
    }
    this.#isSending = true;
    try {
      return await this.#sendNow(entry);
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends readings of several seconds together. */
  async sendTogether(readings: readonly Reading[]): Promise<void> {
    await this.#keep(readings.map((reading) => this.#toEntry(reading)));
  }

  /** Continues with a new credential. Buffered readings are deleted: the device may have another wearer now. */
  async resume(): Promise<void> {
    await this.#backlog.clear();
    this.#failures = 0;
    this.#waitUntilMs = 0;
    await this.#countBuffered();
    this.#setState({ connection: 'starting' });
  }

  /** Ends requests and waits. What is buffered stays in the buffer. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#backfill;
  }

  get #isHeld(): boolean {
    return this.#isSending || this.#options.clock.uptimeMs() < this.#waitUntilMs || this.#isOver;
  }

  get #isOver(): boolean {
    return this.#state.connection === 'unpaired' || this.#stopped.signal.aborted;
  }

  #toEntry(reading: Reading): UnmarkedReading {
    const { bootId, clock } = this.#options;
    const ageMs = Math.max(0, clock.uptimeMs() - reading.uptime_ms);
    const entry = { id: `${bootId}-${reading.uptime_ms}`, reading, bootId, takenAtMs: clock.wallMs() - ageMs };
    this.#backlog.note(entry);
    return entry;
  }

  async #sendNow(entry: UnmarkedReading): Promise<SendResult> {
    const { clock, service } = this.#options;
    const { reading } = entry;
    const startedAtMs = clock.uptimeMs();
    try {
      const { timestamp, ...answer } = await this.#request(readingTimeoutMs, (signal) =>
        service.sendReading({ ...reading, boot_id: entry.bootId }, signal),
      );
      const assessed = { ...answer, answeredAt: timestamp };
      this.#succeed([assessed]);
      return { kind: 'assessed', assessed, latencyMs: clock.uptimeMs() - startedAtMs };
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
      if (this.#fail(error) !== 'refused') {
        await this.#keep([entry]);
        return { kind: 'buffered', error };
      }
      this.#reportRefused(reading, error);
      return { kind: 'refused', error };
    }
  }

  async #keep(entries: readonly UnmarkedReading[]): Promise<void> {
    await this.#backlog.add(entries);
    await this.#countBuffered();
    this.#startBackfill();
  }

  #startBackfill(): void {
    if (this.#isOver || this.#state.bufferedCount === 0) return;
    this.#backfill ??= this.#emptyBuffer().finally(() => {
      this.#backfill = undefined;
    });
  }

  async #emptyBuffer(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#isOver && this.#state.bufferedCount > 0) {
      const waitMs = this.#waitUntilMs - clock.uptimeMs();
      if (waitMs > 0) await clock.wait(waitMs, this.#stopped.signal);
      else await this.#sendBatch();
    }
  }

  async #sendBatch(): Promise<void> {
    const { service } = this.#options;
    const { body, sent, expired } = planBatch(await this.#backlog.list(this.#batchSize), this.#now());
    await this.#backlog.delete(expired);
    try {
      if (sent.length === 0) return;
      const answer = await this.#request(batchTimeoutMs, (signal) => service.sendBatch(body, signal));
      const { done, refused } = readOutcome(sent, answer);
      await this.#backlog.delete([...done, ...refused.map(({ entry }) => entry)]);
      for (const { entry, problem } of refused)
        this.#options.onRefused?.({ reading: entry.reading, ...problem, details: problem.details ?? {} });
      this.#batchSize = mostInBatch;
      // A service that takes nothing is not asked again at once.
      if (done.length + refused.length === 0) this.#wait(undefined);
      else this.#succeed(answer.results.map((result) => ({ ...result, answeredAt: answer.receivedAt })));
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
      if (this.#fail(error) === 'refused') await this.#shrinkBatch(sent, error);
    } finally {
      await this.#countBuffered();
    }
  }

  async #shrinkBatch(sent: readonly BufferedReading[], error: FallwatchError): Promise<void> {
    const [alone, ...others] = sent;
    if (alone !== undefined && others.length === 0) {
      await this.#backlog.delete([alone]);
      this.#reportRefused(alone.reading, error);
    }
    this.#batchSize = halveBatch(sent.length);
  }

  #request<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withTimeout(this.#options.clock, this.#stopped.signal, timeoutMs, call);
  }

  #succeed(answers: readonly Assessed[]): void {
    this.#failures = 0;
    this.#waitUntilMs = 0;
    const level = answers.at(-1)?.fallLevel ?? this.#state.level;
    this.#setState({ connection: 'connected', level, lastSentAtMs: this.#options.clock.wallMs() });
    for (const assessed of answers) this.#options.onAssessed?.(assessed);
  }

  #fail(error: FallwatchError): ReturnType<typeof classifyFailure> {
    const failure = classifyFailure(error);
    if (failure === 'unpaired') this.#setState({ connection: 'unpaired' });
    if (failure === 'retry') this.#wait(error.retryAfterSeconds);
    // 429 is an answer: the service is there.
    if (failure === 'retry') this.#setState({ connection: error.status === 429 ? 'connected' : 'offline' });
    return failure;
  }

  #wait(retryAfterSeconds: number | undefined): void {
    this.#failures += 1;
    const waitMs = computeWaitMs(this.#failures, retryAfterSeconds, this.#options.random());
    this.#waitUntilMs = this.#options.clock.uptimeMs() + waitMs;
  }

  #reportRefused(reading: Reading, { code, message, details }: FallwatchError): void {
    this.#options.onRefused?.({ reading, code, message, details });
  }

  #now(): Now {
    const { bootId, clock } = this.#options;
    return { bootId, uptimeMs: clock.uptimeMs(), wallMs: clock.wallMs() };
  }

  async #countBuffered(): Promise<void> {
    this.#setState({ bufferedCount: await this.#backlog.count() });
  }

  #setState(changes: Partial<DeviceState>): void {
    const before = this.#state;
    this.#state = { ...before, ...changes };
    const names = Object.keys(changes) as (keyof DeviceState)[];
    if (names.some((name) => before[name] !== this.#state[name])) this.#options.onState?.(this.#state);
  }
}
