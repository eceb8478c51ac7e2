import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createHistogram } from './histogram.js';

export interface Metrics {
  readonly registry: Registry;
  /** One series per method, route and status, created once. */
  readonly requestSeconds: ReturnType<typeof createHistogram>;
  readonly refusedByLimit: Counter<'limit'>;
  readonly carriedFalls: Counter;
  /** A histogram of durations; created on first use. */
  seconds(name: string, help: string, labelNames?: readonly string[]): Histogram<string>;
  /** A counter; created on first use. */
  counter(name: string, help: string, labelNames: readonly string[]): Counter<string>;
  /** A gauge; created on first use. */
  gauge(name: string, help: string): Gauge;
  readonly liveStreams: Gauge;
  /** Reads a value at each scrape. */
  watch(name: string, help: string, read: () => number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'fallwatch_' });
  return {
    registry,
    requestSeconds: createHistogram(registry, {
      name: 'fallwatch_http_request_seconds',
      help: 'Time to answer a request.',
      bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
    refusedByLimit: new Counter({
      name: 'fallwatch_rate_limited_total',
      help: 'Requests refused by a rate limit.',
      labelNames: ['limit'],
      registers: [registry],
    }),
    carriedFalls: new Counter({
      name: 'fallwatch_journal_carried_falls_total',
      help: 'Falls that went into the journal because the database did not record them in time.',
      registers: [registry],
    }),
    seconds(name, help, labelNames = []) {
      const known = registry.getSingleMetric(`fallwatch_${name}`) as Histogram<string> | undefined;
      const buckets = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 180, 300, 600, 1_800, 3_600];
      return known ?? new Histogram({ name: `fallwatch_${name}`, help, labelNames, buckets, registers: [registry] });
    },
    counter(name, help, labelNames) {
      const known = registry.getSingleMetric(`fallwatch_${name}`) as Counter<string> | undefined;
      return known ?? new Counter({ name: `fallwatch_${name}`, help, labelNames, registers: [registry] });
    },
    gauge(name, help) {
      const known = registry.getSingleMetric(`fallwatch_${name}`) as Gauge | undefined;
      return known ?? new Gauge({ name: `fallwatch_${name}`, help, registers: [registry] });
    },
    liveStreams: new Gauge({
      name: 'fallwatch_live_streams',
      help: 'Open streams of server-sent events.',
      registers: [registry],
    }),
    watch(name, help, read) {
      new Gauge({
        name: `fallwatch_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}
