import { build, type Histogram } from 'hdr-histogram-js';
import type { Sent } from './link.js';

/** The results of a run. */
export class Tally {
  /** µs. */
  readonly latency: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  readonly #counts = new Map<string, number>();

  count(sent: Sent): void {
    if (sent.kind === 'assessed') this.latency.recordValue(Math.max(1, Math.round(sent.latencyMs * 1_000)));
    this.#add(outcomeName(sent));
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** «accepted 812, 429 refused 3, …», most frequent first. */
  toString(): string {
    const sorted = [...this.#counts].sort(([, a], [, b]) => b - a);
    return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing was sent';
  }

  get accepted(): number {
    return this.#counts.get('accepted') ?? 0;
  }

  latencyLine(): string {
    const at = (percent: number) => `${(this.latency.getValueAtPercentile(percent) / 1_000).toFixed(1)} ms`;
    return `p50 ${at(50)}, p99 ${at(99)}, longest ${at(100)}`;
  }
}

function outcomeName(sent: Sent): string {
  if (sent.kind === 'assessed') return 'accepted';
  if (sent.kind === 'buffered' || sent.kind === 'uploaded') return sent.kind;
  if (sent.kind === 'refused') return sent.error.status === 0 ? 'no answer' : `refused with ${sent.error.status}`;
  return { offline: 'lost without Wi-Fi', busy: 'lost behind a slow answer', waiting: 'lost while asked to wait' }[
    sent.why
  ];
}
