import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createHistogram } from './histogram.js';
import { type MetricName, metricEntries, metricPrefix, metricTable } from './metric-table.js';

export interface Metrics {
  readonly registry: Registry;
  /** One series per method, route and status, created once. */
  readonly requestSeconds: ReturnType<typeof createHistogram>;
  counter(name: MetricName<'counter'>): Counter<string>;
  gauge(name: MetricName<'gauge'>): Gauge<string>;
  histogram(name: Exclude<MetricName<'histogram'>, 'http_request_seconds'>): Histogram<string>;
  /** Called before each scrape, to set gauges. */
  beforeScrape(measure: () => void): void;
  /** The metrics page. */
  scrape(): Promise<string>;
}

/** Every process has every metric of the table, so that a missing one is a mistake and not a question of its role. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: metricPrefix });
  const { help, bounds } = metricTable.http_request_seconds;
  const requestSeconds = createHistogram(registry, { name: `${metricPrefix}http_request_seconds`, help, bounds });
  registerTable(registry);
  const measures: (() => void)[] = [];
  const find = (name: string) => registry.getSingleMetric(metricPrefix + name);
  return {
    registry,
    requestSeconds,
    counter: (name) => find(name) as Counter<string>,
    gauge: (name) => find(name) as Gauge<string>,
    histogram: (name) => find(name) as Histogram<string>,
    beforeScrape: (measure) => void measures.push(measure),
    async scrape() {
      for (const measure of measures) measure();
      return registry.metrics();
    },
  };
}

function registerTable(registry: Registry): void {
  for (const [key, { type, help, labels = [], bounds = [] }] of metricEntries) {
    const name = metricPrefix + key;
    if (registry.getSingleMetric(name)) continue;
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'counter') new Counter(options);
    else if (type === 'histogram') new Histogram({ ...options, buckets: [...bounds] });
    else registerGauge(options);
  }
}

function registerGauge(options: ConstructorParameters<typeof Gauge>[0]): void {
  const gauge = new Gauge(options);
  // prom-client gives a gauge without labels the value 0.
  if (options.labelNames?.length === 0) gauge.remove();
}
