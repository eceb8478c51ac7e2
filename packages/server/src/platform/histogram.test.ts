import { Histogram, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createHistogram } from './histogram.js';

describe('a histogram', () => {
  test("reports the same as prom-client's histogram for the same values", async () => {
    const [name, help, bounds] = ['took_seconds', 'How long it took.', [0.001, 0.5, 10]];
    const [ours, theirs] = [new Registry(), new Registry()];
    const findSeries = createHistogram(ours, { name, help, bounds });
    const other = new Histogram({ name, help, buckets: bounds, labelNames: ['route', 'status'], registers: [theirs] });
    for (const labels of [
      { route: '/a', status: 200 },
      { route: '/a "b"\n', status: 503 },
    ]) {
      for (const value of [0, 0.0005, 0.001, 0.25, 0.5, 10, 10.5]) {
        findSeries(labels)(value);
        other.observe(labels, value);
      }
    }
    expect(sorted(await ours.metrics())).toEqual(sorted(await theirs.metrics()));
  });
});

/** Ignores the order of labels. */
function sorted(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => labels.split(',').sort().join()));
}
