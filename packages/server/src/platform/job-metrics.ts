import type { Metrics } from './metrics.js';

export interface JobProgress {
  succeeded(): void;
  failed(): void;
}

/** Since when a job has not succeeded, on the monotonic clock: also a run that hangs is seen. */
export function watchJob(
  metrics: Metrics,
  { role, name, everyMs }: { readonly role: string; readonly name: string; readonly everyMs: number },
): JobProgress {
  let succeededAtMs = performance.now();
  const failures = metrics.counter('job_failures_total').labels(role, name);
  const late = metrics.gauge('job_late_seconds').labels(role, name);
  // From 0, so that the first failure is an increase.
  failures.inc(0);
  metrics.beforeScrape(() => late.set(Math.max(0, performance.now() - succeededAtMs - everyMs) / 1_000));
  return {
    succeeded: () => {
      succeededAtMs = performance.now();
    },
    failed: () => failures.inc(),
  };
}
