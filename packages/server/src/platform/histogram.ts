import type { Metric, Registry } from 'prom-client';

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** Upper bounds, ascending. What lies above all of them is counted too. */
  readonly bounds: readonly number[];
}

/** Counts one value of the series that it was made for. */
export type Observe = (value: number) => void;

interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  /** How many lie below each bound and above the one before; then those above all. */
  readonly counts: Float64Array;
  sum: number;
}

/**
 * A histogram for what happens with every reading: prom-client's own spells out its labels for each value, here whoever
 * measures keeps hold of the series.
 */
export function createHistogram(
  registry: Registry,
  { name, help, bounds }: HistogramOptions,
): (labels: Series['labels']) => Observe {
  const all = new Map<string, Series>();
  const about = { name, help, type: 'histogram', aggregator: 'sum' };
  const get = async () => ({ ...about, values: [...all.values()].flatMap((series) => valuesOf(name, bounds, series)) });
  // What a registry asks of a metric; its type names prom-client's own four.
  registry.registerMetric({ ...about, get } as unknown as Metric);
  return (labels) => {
    // The same for the same labels, whoever asks: one that stood there twice would spoil the whole page.
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

function valuesOf(name: string, bounds: readonly number[], { labels, counts, sum }: Series) {
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
