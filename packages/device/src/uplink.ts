import { FallwatchError, type Reading } from '@fallwatch/client';
import { Backlog } from './backlog.js';
import { computeWaitMs } from './backoff.rules.js';
import {
  type BatchOutcome,
  chooseReadings,
  halveBatch,
  mostInBatch,
  type Now,
  planBatch,
  readOutcome,
} from './batch.rules.js';
import type { BufferedReading } from './buffer.js';
import { classifyFailure } from './failure.rules.js';
import type { UnmarkedReading } from './marking.rules.js';
import { nextBatchAtMs, nextReadingAtMs } from './pace.rules.js';
import { type Assessed, type DeviceState, startState } from './state.js';
import { withTimeout } from './timeout.js';
import type { RefusedReading, SendResult, UplinkOptions } from './uplink.types.js';

/** Longer is no answer. A batch of 120 bursts takes 30 s over 40 kbit/s. */
const readingTimeoutMs = 10_000;
const batchTimeoutMs = 60_000;

/**
 * Sends readings, and loses none. While nothing is buffered, each reading is sent at once. It is buffered if the
 * previous one has no answer yet, or if a failure or the service asks to wait. While something is buffered, each second
 * sends one batch: the oldest readings and the current one. If a batch takes longer, current readings do not wait for
 * it. A reading leaves the buffer only when the service says that it has it, or that it is invalid.
 */
export class Uplink {
  readonly #options: UplinkOptions;
  readonly #stopped = new AbortController();
  readonly #backlog: Backlog;
  #state = startState;
  #isSending = false;
  #batch: Promise<void> | undefined;
  #emptying: Promise<void> | undefined;
  #failures = 0;
  #waitUntilMs = 0;
  #startedAtMs = Number.NEGATIVE_INFINITY;
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
    this.#startEmptying();
  }

  /** Sends this second's reading. */
  async send(reading: Reading): Promise<SendResult> {
    const entry = this.#toEntry(reading);
    const isHeld = this.#isSending || this.#isOver || this.#nowMs < this.#earliestMs(nextReadingAtMs);
    if (!isHeld && (this.#state.bufferedCount === 0 || this.#batch !== undefined)) return this.#sendNow(entry);
    const [current] = await this.#keep([entry]);
    if (!isHeld && this.#batch === undefined) void this.#sendBatch(current);
    this.#startEmptying();
    return { kind: 'buffered' };
  }

  /** Sends readings of several seconds together. */
  async sendTogether(readings: readonly Reading[]): Promise<void> {
    await this.#keep(readings.map((reading) => this.#toEntry(reading)));
    this.#startEmptying();
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
    await Promise.all([this.#emptying, this.#batch]);
  }

  get #isOver(): boolean {
    return this.#state.connection === 'unpaired' || this.#stopped.signal.aborted;
  }

  get #nowMs(): number {
    return this.#options.clock.uptimeMs();
  }

  #earliestMs(nextAtMs: (startedAtMs: number) => number): number {
    return Math.max(this.#waitUntilMs, nextAtMs(this.#startedAtMs));
  }

  #toEntry(reading: Reading): UnmarkedReading {
    const { bootId, clock } = this.#options;
    const ageMs = Math.max(0, this.#nowMs - reading.uptime_ms);
    const entry = { id: `${bootId}-${reading.uptime_ms}`, reading, bootId, takenAtMs: clock.wallMs() - ageMs };
    this.#backlog.note(entry);
    return entry;
  }

  async #sendNow(entry: UnmarkedReading): Promise<SendResult> {
    const { reading, bootId } = entry;
    const startedAtMs = this.#nowMs;
    this.#isSending = true;
    try {
      const assessed = await this.#request(readingTimeoutMs, (signal) =>
        this.#options.service.sendReading({ ...reading, boot_id: bootId }, signal),
      );
      this.#succeed([{ ...assessed, answeredAt: assessed.timestamp, ageMs: undefined }]);
      return { kind: 'assessed', assessed, latencyMs: this.#nowMs - startedAtMs };
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
      if (this.#fail(error) === 'refused') {
        this.#reportRefused(reading, error);
        return { kind: 'refused', error };
      }
      await this.#keep([entry]);
      this.#startEmptying();
      return { kind: 'buffered', error };
    } finally {
      this.#isSending = false;
    }
  }

  async #keep(entries: readonly UnmarkedReading[]): Promise<readonly BufferedReading[]> {
    const kept = await this.#backlog.add(entries);
    await this.#countBuffered();
    return kept;
  }

  /** Sends batches until the buffer is empty, also if no further reading comes. */
  #startEmptying(): void {
    this.#emptying ??= this.#emptyBuffer().finally(() => {
      this.#emptying = undefined;
    });
  }

  async #emptyBuffer(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#isOver && this.#state.bufferedCount > 0) {
      const waitMs = this.#earliestMs(nextBatchAtMs) - this.#nowMs;
      if (waitMs > 0) await clock.wait(waitMs, this.#stopped.signal);
      else await (this.#batch ?? this.#sendBatch());
    }
  }

  #sendBatch(current?: BufferedReading): Promise<void> {
    this.#batch = this.#runBatch(current).finally(() => {
      this.#batch = undefined;
    });
    return this.#batch;
  }

  async #runBatch(current: BufferedReading | undefined): Promise<void> {
    const size = this.#batchSize;
    const chosen = chooseReadings(await this.#backlog.list(size), current, size);
    const plan = planBatch(chosen, this.#now());
    const { body, sent, expired } = plan;
    await this.#backlog.delete(expired);
    try {
      if (sent.length === 0) return;
      const answer = await this.#request(batchTimeoutMs, (signal) => this.#options.service.sendBatch(body, signal));
      await this.#takeOutcome(readOutcome(plan, answer));
    } catch (error) {
      if (!(error instanceof FallwatchError)) throw error;
      if (this.#fail(error) === 'refused') await this.#shrinkBatch(sent, error);
    } finally {
      await this.#countBuffered();
    }
  }

  async #takeOutcome({ done, refused, assessed }: BatchOutcome): Promise<void> {
    await this.#backlog.delete([...done, ...refused.map(({ entry }) => entry)]);
    for (const { entry, problem } of refused) this.#reportRefused(entry.reading, problem);
    this.#batchSize = mostInBatch;
    // A service that takes nothing is not asked again at once.
    if (done.length + refused.length === 0) this.#wait(undefined);
    else this.#succeed(assessed);
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
    this.#startedAtMs = this.#nowMs;
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
    if (failure !== 'retry') return failure;
    this.#wait(error.retryAfterSeconds);
    // 429 is an answer: the service is there.
    this.#setState({ connection: error.status === 429 ? 'connected' : 'offline' });
    return failure;
  }

  #wait(retryAfterSeconds: number | undefined): void {
    this.#failures += 1;
    this.#waitUntilMs = this.#nowMs + computeWaitMs(this.#failures, retryAfterSeconds, this.#options.random());
  }

  #reportRefused(reading: Reading, { code, message, details }: Omit<RefusedReading, 'reading'>): void {
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
