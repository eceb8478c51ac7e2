import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** As in OTLP: work done for a caller, work of our own, a call to another service. */
export const spanKinds = { INTERNAL: 1, SERVER: 2, CLIENT: 3 } as const;
export type SpanKind = keyof typeof spanKinds;

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One piece of work with its time. Contains ids, names of routes and SQL without values: no personal data. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}

/** A span that has begun: what runs inside it becomes its child. */
export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
}

interface Result {
  readonly attributes?: Attributes;
  readonly hasFailed?: boolean;
}

export interface Spans {
  /** Begins a trace; null if it is not one of those that are recorded. */
  beginTrace(traceId?: string): OpenSpan | null;
  endTrace(open: OpenSpan, name: string, kind: SpanKind, result: Result): void;
  /** Runs `work` so that spans of it become children of this one. */
  within<T>(open: OpenSpan, work: () => T): T;
  /** Runs `work` as a trace of its own. */
  trace<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Runs `work` as part of the trace that it is called in, if any. */
  span<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Adds work that has just ended to the trace that it is called in, if any. */
  add(name: string, tookMs: number, attributes: Attributes, hasFailed: boolean): void;
}

const readNowMs = () => performance.timeOrigin + performance.now();
const newSpanId = () => randomBytes(8).toString('hex');

/** Records the given share of all traces, each with all its spans. */
export function createSpans(ratio: number, keep: (span: Span) => void): Spans {
  const current = new AsyncLocalStorage<OpenSpan>();

  const open = (traceId: string): OpenSpan => ({ traceId, spanId: newSpanId(), startMs: readNowMs() });

  function beginTrace(traceId?: string): OpenSpan | null {
    return Math.random() < ratio ? open(traceId ?? randomBytes(16).toString('hex')) : null;
  }

  function end(span: OpenSpan, parentId: string | null, name: string, kind: SpanKind, result: Result): void {
    const { attributes = {}, hasFailed = false } = result;
    keep({ ...span, parentId, name, kind, endMs: readNowMs(), attributes, hasFailed });
  }

  async function runOpen<T>(span: OpenSpan, work: () => Promise<T>, finish: (hasFailed: boolean) => void): Promise<T> {
    let hasFailed = true;
    try {
      const result = await current.run(span, work);
      hasFailed = false;
      return result;
    } finally {
      finish(hasFailed);
    }
  }

  return {
    beginTrace,
    endTrace: (span, name, kind, result) => end(span, null, name, kind, result),
    within: (span, work) => current.run(span, work),
    trace: (name, work) => {
      const span = beginTrace();
      // Without a span of its own it must not become part of the trace that happens to have caused it.
      if (span === null) return current.exit(work);
      return runOpen(span, work, (hasFailed) => end(span, null, name, 'INTERNAL', { hasFailed }));
    },
    span: (name, kind, attributes, work) => {
      const parent = current.getStore();
      if (parent === undefined) return work();
      const span = open(parent.traceId);
      return runOpen(span, work, (hasFailed) => end(span, parent.spanId, name, kind, { attributes, hasFailed }));
    },
    add: (name, tookMs, attributes, hasFailed) => {
      const parent = current.getStore();
      if (parent === undefined) return;
      const span = { ...open(parent.traceId), startMs: readNowMs() - tookMs };
      end(span, parent.spanId, name, 'CLIENT', { attributes, hasFailed });
    },
  };
}
