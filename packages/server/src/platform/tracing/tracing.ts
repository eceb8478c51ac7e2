/**
 * Traces for OpenTelemetry. Only if TRACES_URL is set: without it `openTracing` returns null, and nothing is wrapped.
 */
import { hostname } from 'node:os';
import type { Config } from '../../config.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { version } from '../version.js';
import { createSpanSender } from './sender.js';
import { createSpans, type Spans } from './spans.js';

export interface Tracing extends Spans {
  close(): Promise<void>;
}

export function openTracing(
  { tracesUrl, tracesRatio, roles, namespace }: Config,
  metrics: Metrics,
  log: Log,
): Tracing | null {
  if (tracesUrl === null) return null;
  const resource = {
    'service.name': 'fallwatch',
    'service.namespace': namespace,
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'fallwatch.roles': roles.join(','),
  };
  const { keep, close } = createSpanSender(tracesUrl, resource, metrics, log);
  return { ...createSpans(tracesRatio, keep), close };
}

/** The object with a span for each call of these methods; without tracing the object itself. */
export function traceCalls<T extends object, Name extends keyof T & string>(
  tracing: Tracing | null,
  system: string,
  target: T,
  names: readonly Name[],
): T {
  if (tracing === null) return target;
  const traced = { ...target };
  for (const name of names) {
    const call = target[name] as (...args: unknown[]) => Promise<unknown>;
    traced[name] = ((...args: unknown[]) =>
      tracing.span(`${system} ${name}`, 'CLIENT', {}, () => call(...args))) as T[Name];
  }
  return traced;
}
