import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadResult } from './openLoop.js';

export interface LoadFacts {
  readonly devices: number;
  readonly rate: number;
  readonly quality: string;
  readonly connections: number;
}

const shownPercentiles = [50, 75, 90, 95, 99, 99.9, 99.99, 100];

/** Latency of all answers, whatever their status; failures are counted separately. */
export function summarize(result: LoadResult, facts: LoadFacts) {
  const { latency, statuses, due, overflowed, seconds, cpuCores } = result;
  const accepted = statuses.get('200') ?? 0;
  const ms = (percentile: number) => latency.getValueAtPercentile(percentile) / 1_000;
  return {
    ...facts,
    seconds: round(seconds, 2),
    due,
    accepted,
    achievedPerSecond: round(accepted / seconds, 1),
    errors: due - accepted,
    statuses: Object.fromEntries(statuses),
    notSent: overflowed,
    latencyMs: {
      mean: round(latency.mean / 1_000, 3),
      ...Object.fromEntries(shownPercentiles.map((percentile) => [`p${percentile}`, ms(percentile)])),
    },
    simulatorCpuCores: round(cpuCores, 3),
  };
}

export type LoadSummary = ReturnType<typeof summarize>;

export function toLines({ latencyMs, ...summary }: LoadSummary): string {
  const latencies = Object.entries(latencyMs).map(([name, ms]) => `${name} ${Number(ms).toFixed(2)} ms`);
  return [
    `${summary.devices} devices at ${summary.rate} Hz (${summary.quality}) for ${summary.seconds} s over ${summary.connections} connections`,
    `due ${summary.due}, accepted ${summary.accepted} (${summary.achievedPerSecond}/s), errors ${summary.errors}, of them not sent ${summary.notSent}; answers by status ${JSON.stringify(summary.statuses)}`,
    `latency from due to answered: ${latencies.join(', ')}`,
    `the simulator used ${summary.simulatorCpuCores} cores`,
  ].join('\n');
}

/** Writes `latency.txt`, `latency.json` and `latency.svg` to the folder. */
export function writeReport(folder: string, result: LoadResult, summary: LoadSummary): void {
  mkdirSync(folder, { recursive: true });
  const distribution = result.latency.outputPercentileDistribution(5, 1_000);
  writeFileSync(join(folder, 'latency.txt'), `${toLines(summary)}\n\nms, by percentile:\n${distribution}\n`);
  writeFileSync(join(folder, 'latency.json'), `${JSON.stringify(summary, null, 2)}\n`);
  writeFileSync(join(folder, 'latency.svg'), drawChart(result, toLines(summary).split('\n')[0] ?? ''));
}

const [width, height, margin] = [640, 320, 56];
/** Logarithmic: 90 %, 99 %, … are as far apart as 0 and 90; each step has a tenth of the requests of the one before. */
const ticks = [0, 90, 99, 99.9, 99.99];

function drawChart({ latency }: LoadResult, title: string): string {
  const most = ticks.length;
  const place = (percentile: number) => Math.min(most, -Math.log10(Math.max(1e-9, 1 - percentile / 100)));
  const x = (percentile: number) => (margin + (place(percentile) / most) * (width - 2 * margin)).toFixed(1);
  const top = Math.max(1, latency.maxValue / 1_000);
  const y = (ms: number) => (height - margin - (ms / top) * (height - 2 * margin)).toFixed(1);
  const percentiles = Array.from({ length: 200 }, (_, i) => 100 * (1 - 10 ** -((i / 199) * most)));
  const points = percentiles.map(
    (percentile) => `${x(percentile)} ${y(latency.getValueAtPercentile(percentile) / 1_000)}`,
  );
  const base = height - margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${margin}" y="24" font-size="14">${title}</text>`,
    `<path d="M${margin} ${margin}V${base}H${width - margin}" fill="none" stroke="#999"/>`,
    ...ticks.map((tick) => `<text x="${x(tick)}" y="${base + 18}" text-anchor="middle">${tick} %</text>`),
    ...[0, 0.5, 1].map((share) => {
      const label = (top * share).toFixed(top < 10 ? 1 : 0);
      return `<text x="${margin - 6}" y="${y(top * share)}" text-anchor="end" dominant-baseline="middle">${label}</text>`;
    }),
    `<text x="${width / 2}" y="${height - 12}" text-anchor="middle">of the answers came within (ms)</text>`,
    `<path d="M${points.join('L')}" fill="none" stroke="#1f4e8c" stroke-width="2"/>`,
    '</svg>',
    '',
  ].join('\n');
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
