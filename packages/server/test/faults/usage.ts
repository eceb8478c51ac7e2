/** What a process holds while it runs for hours: memory, files and sockets, and what its event loop waits for. */
import { percentile } from '../times.js';
import type { Api } from './site.js';

/** Flat is at most `factor` times as much as before, and `more`. `share` is the percentile of the samples. */
const measures = {
  residentMb: { metric: 'fallwatch_process_resident_memory_bytes', unit: 2 ** 20, factor: 1.15, more: 10, share: 0.5 },
  /** What is left after a garbage collection is the least value of some time. */
  heapMb: { metric: 'fallwatch_nodejs_heap_size_used_bytes', unit: 2 ** 20, factor: 1.15, more: 5, share: 0.01 },
  /** Files and connections. */
  descriptors: { metric: 'fallwatch_process_open_fds', unit: 1, factor: 1, more: 6, share: 0.5 },
  /** Connections, timers and requests. */
  resources: { metric: 'fallwatch_nodejs_active_resources_total', unit: 1, factor: 1, more: 6, share: 0.5 },
} as const;
type Measure = keyof typeof measures;
const names = Object.keys(measures) as Measure[];
export type Usage = Record<Measure, number>;

/** The first part fills caches and is not compared. The second one is compared with the last one. */
const parts = 8;

export async function readUsage({ operationsPort }: Api): Promise<Usage> {
  const text = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text();
  const read = (measure: Measure): number => {
    const { metric, unit } = measures[measure];
    const [, value] = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`no metric ${metric}`);
    return Number(value) / unit;
  };
  return Object.fromEntries(names.map((measure) => [measure, read(measure)])) as Usage;
}

export interface Growth {
  readonly measure: Measure;
  readonly before: number;
  readonly after: number;
  readonly isFlat: boolean;
}

export function compareUsage(samples: readonly Usage[]): Growth[] {
  const length = Math.max(1, Math.floor(samples.length / parts));
  return names.map((measure) => {
    const { share, factor, more } = measures[measure];
    const summarize = (some: readonly Usage[]): number =>
      percentile(
        some.map((one) => one[measure]),
        share,
      );
    const [before, after] = [summarize(samples.slice(length, 2 * length)), summarize(samples.slice(-length))];
    return { measure, before, after, isFlat: after <= before * factor + more };
  });
}

export function describeGrowth(process: string, growth: readonly Growth[]): string {
  const one = (name: Measure): string => {
    const { before, after } = growth.find(({ measure }) => measure === name) as Growth;
    return `${before.toFixed(0)} → ${after.toFixed(0)}`;
  };
  return (
    `${process}: resident ${one('residentMb')} MB, least heap ${one('heapMb')} MB, ` +
    `descriptors ${one('descriptors')}, resources ${one('resources')}`
  );
}
