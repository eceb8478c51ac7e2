import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { toOtlp } from './otlp.js';
import type { Attributes, Span } from './spans.js';

/** The most spans that wait to be sent. Further ones are dropped: tracing must not fill the memory. */
const maxWaiting = 4_096;
const maxPerRequest = 512;
const everyMs = 1_000;
const timeoutMs = 5_000;

export interface SpanSender {
  keep(span: Span): void;
  /** Sends what waits. */
  close(): Promise<void>;
}

/** Sends spans in batches. What the collector does not take is dropped and counted, not sent again. */
export function createSpanSender(url: string, resource: Attributes, metrics: Metrics, log: Log): SpanSender {
  const dropped = metrics.counter('trace_spans_dropped_total');
  dropped.inc(0);
  const waiting: Span[] = [];
  let sending: Promise<void> | null = null;
  let isFailing = false;

  async function send(spans: readonly Span[]): Promise<void> {
    const problem = await post(url, JSON.stringify(toOtlp(resource, 'fallwatch', spans)));
    if (problem !== null) dropped.inc(spans.length);
    // Once for each outage.
    if (problem !== null && !isFailing) log.warn({ problem }, 'traces are dropped: TRACES_URL does not take them');
    isFailing = problem !== null;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await send(waiting.splice(0, maxPerRequest));
  }

  const timer = setInterval(() => {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
  }, everyMs).unref();

  return {
    keep(span) {
      if (waiting.length < maxWaiting) waiting.push(span);
      else dropped.inc();
    },
    async close() {
      clearInterval(timer);
      await sending;
      await sendAll();
    },
  };
}

/** What went wrong; null if the collector has taken it. */
async function post(url: string, body: string): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
    await answer.arrayBuffer();
    return answer.ok ? null : `it answered ${answer.status}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error && cause.message ? cause.message : message;
  }
}
