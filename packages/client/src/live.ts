import { FallwatchError } from './error.js';

/** One event of `GET /events`. docs/live-stream.md lists the types and their data. */
export interface LiveEvent {
  /** `alert.raised`, `message.sent`, …; `ready` when the stream is up to date; `resync` when missed events are lost. */
  readonly type: string;
  /** Position in the stream: pass it as `lastEventId` to resume after it. */
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FollowOptions {
  /** Resume after this event of an earlier stream. */
  readonly lastEventId?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Called when the connection breaks; the client reconnects, and `ready` means that it is back. */
  readonly onLost?: (error: FallwatchError | undefined) => void;
  /** Longest pause between two attempts; 30 s by default. */
  readonly longestPauseMs?: number;
}

/** The service sends at least every 15 s: a connection that is silent three times as long is dead. */
const deadAfterMs = 45_000;
/** Used until the service has sent its own retry time. */
const firstPauseMs = 2_000;

type Open = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>;

/**
 * Follows the live stream. Whenever the connection breaks, reconnects and resumes after the last event. Ends with the
 * signal; throws if the service refuses permanently, for example because the session has ended.
 */
export async function* followLive(open: Open, options: FollowOptions): AsyncGenerator<LiveEvent, void> {
  const { lastEventId, signal, onLost, longestPauseMs = 30_000 } = options;
  const parser = new Parser(lastEventId);
  for (let failures = 0; !signal?.aborted; ) {
    let broken: FallwatchError | undefined;
    try {
      for await (const event of readStream(open, parser, signal)) {
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof FallwatchError) || isForGood(error)) throw error;
      broken = error;
    }
    if (signal?.aborted) return;
    onLost?.(broken);
    failures += 1;
    const askedMs = (broken?.retryAfterSeconds ?? 0) * 1_000;
    const pauseMs = Math.min(longestPauseMs, parser.retryMs * 2 ** (failures - 1));
    // Up to a quarter longer, so that clients do not all reconnect at once when a server is back.
    await pause(Math.max(askedMs, pauseMs) * (1 + Math.random() / 4), signal);
  }
}

function isForGood({ status }: FallwatchError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

async function* readStream(open: Open, parser: Parser, signal?: AbortSignal): AsyncGenerator<LiveEvent, void> {
  const line = new AbortController();
  const hangUp = (): void => line.abort();
  signal?.addEventListener('abort', hangUp);
  let dead = setTimeout(hangUp, deadAfterMs);
  try {
    const response = await open(parser.lastEventId, line.signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    parser.begin();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) return;
      clearTimeout(dead);
      dead = setTimeout(hangUp, deadAfterMs);
      yield* parser.take(value);
    }
  } catch (error) {
    throw error instanceof FallwatchError ? error : FallwatchError.ofNoAnswer(error);
  } finally {
    clearTimeout(dead);
    signal?.removeEventListener('abort', hangUp);
    line.abort();
  }
}

/** Parses the text of an event stream into events. Chunks may split lines and events anywhere. */
class Parser {
  lastEventId: string | undefined;
  retryMs = firstPauseMs;
  #rest = '';
  #id: string | undefined;
  #type = '';
  #data: string[] = [];

  constructor(lastEventId: string | undefined) {
    this.lastEventId = lastEventId;
  }

  /** A new connection: an event that was cut off is sent again. */
  begin(): void {
    this.#rest = '';
    this.#forget();
  }

  #forget(): void {
    this.#id = undefined;
    this.#type = '';
    this.#data = [];
  }

  *take(text: string): Generator<LiveEvent, void> {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') {
        this.#field(line);
        continue;
      }
      // Only a whole event counts as received.
      this.lastEventId = this.#id ?? this.lastEventId;
      const [type, data] = [this.#type, this.#data.join('\n')];
      this.#forget();
      if (data !== '') yield { type, id: this.lastEventId ?? '', data: JSON.parse(data) };
    }
  }

  #field(line: string): void {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id') this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
