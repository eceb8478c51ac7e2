import type { Sample } from './sample.js';

/** The samples of one second of the device's clock, oldest first. */
export interface Second {
  /** Its end: the `uptime_ms` of its reading. */
  readonly endMs: number;
  readonly samples: readonly Sample[];
}

export const secondMs = 1_000;

/** The second that is being filled. */
export interface Filling {
  readonly startMs: number;
  readonly samples: readonly Sample[];
}

export interface Collected {
  readonly filling: Filling;
  /** Complete: a sample of a later second arrived. */
  readonly second?: Second;
}

/**
 * Adds a sample. Seconds follow the first sample at equal distances, whatever the rate; a second without any sample is
 * left out. A sample that is older than its second is dropped.
 */
export function collectSample(filling: Filling | undefined, sample: Sample): Collected {
  if (filling === undefined) return { filling: { startMs: sample.t, samples: [sample] } };
  const { startMs, samples } = filling;
  if (sample.t < startMs) return { filling };
  if (sample.t < startMs + secondMs) return { filling: { startMs, samples: [...samples, sample] } };
  const nextStartMs = startMs + Math.floor((sample.t - startMs) / secondMs) * secondMs;
  return {
    filling: { startMs: nextStartMs, samples: [sample] },
    second: { endMs: startMs + secondMs, samples },
  };
}
