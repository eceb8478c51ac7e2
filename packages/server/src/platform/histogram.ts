import type { Metric, Registry } from 'prom-client';

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** Upper bounds, ascending. Values above all of them are counted too. */
  readonly bounds: readonly number[];
}

/** Records one value in its series. */
export type Observe = (value: number) => void;

interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  /** The number of values between each bound and the one before it; last, the number above all bounds. */
  readonly counts: Float64Array;
  sum: number;
}

/**
 * A histogram for values recorded with every reading: prom-client's own builds a key from the labels for each value;
 * here the caller keeps a reference to its series.
 */
export function createHistogram(
  registry: Registry,
  { name, help, bounds }: HistogramOptions,
): (labels: Series['labels']) => Observe {
  const all = new Map<string, Series>();
  const about = { name, help, type: 'histogram', aggregator: 'sum' };
  const get = async () => ({ ...about, values: [...all.values()].flatMap((series) => toValues(name, bounds, series)) });
  // The part of a metric that the registry uses; its type allows only prom-client's own four classes.
  registry.registerMetric({ ...about, get } as unknown as Metric);
  return (labels) => {
    // Equal labels share one series: a duplicate series would make the whole metrics page invalid.
    const key = JSON.stringify(Object.entries(labels).sort());
    const series = all.get(key) ?? { labels, counts: new Float64Array(bounds.length + 1), sum: 0 };
    all.set(key, series);
    return (value) => {
      let place = 0;
      while (place < bounds.length && value > (bounds[place] as number)) place += 1;
      series.counts[place] = (series.counts[place] as number) + 1;
      series.sum += value;
    };
  };
}

function toValues(name: string, bounds: readonly number[], { labels, counts, sum }: Series) {
  let count = 0;
  const buckets = Array.from(counts, (added, place) => {
    count += added;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[place] ?? '+Inf' }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
