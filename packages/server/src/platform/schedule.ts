import type { Platform } from './context.js';
import type { Event } from './events/events.js';
import { type JobProgress, watchJob } from './job-metrics.js';
import type { Log } from './log.js';

export interface Job {
  readonly name: string;
  /** The role of the process that runs it, for the metrics. */
  readonly role: string;
  readonly everyMs: number;
  /** Runs the job early when one of these events occurs. Only a hint: the job also runs on its schedule. */
  readonly wokenBy?: readonly Event['type'][];
  /** Safe to run twice and by several processes at once. */
  readonly run: () => Promise<void>;
  /** Runs once more when the process stops, because data in memory would be lost. */
  readonly alsoAtStop?: boolean;
}

/**
 * Runs each job repeatedly until stopped, never concurrently with itself; a failed job runs again at its next time.
 * Stopping waits for running jobs, because the database closes next.
 */
export function startJobs(
  jobs: readonly Job[],
  { events, log, metrics, tracing }: Pick<Platform, 'events' | 'log' | 'metrics' | 'tracing'>,
): () => Promise<void> {
  const stops = jobs.map((job) => {
    const run = tracing ? () => tracing.trace(`job ${job.name}`, job.run) : job.run;
    const attempt = createAttempt({ name: job.name, run }, watchJob(metrics, job), log);
    const { tick, idle } = createTick(job, attempt);
    const timer = setInterval(tick, job.everyMs).unref();
    const leave = job.wokenBy && events.subscribe(({ type }) => job.wokenBy?.includes(type) && tick());
    // A job that events can wake does not wait for its first interval either.
    if (job.wokenBy) tick();
    return async () => {
      clearInterval(timer);
      leave?.();
      await idle();
      if (job.alsoAtStop) await attempt();
    };
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function createAttempt({ name, run }: Pick<Job, 'name' | 'run'>, progress: JobProgress, log: Log): () => Promise<void> {
  return async () => {
    try {
      await run();
      progress.succeeded();
    } catch (error) {
      progress.failed();
      log.error({ err: error, job: name }, 'job failed');
    }
  };
}

/** A job woken while it runs runs once more: the running round may have missed the cause. */
function createTick(job: Job, attempt: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let isWoken = false;
  const work = async (): Promise<void> => {
    do {
      isWoken = false;
      await attempt();
    } while (isWoken);
    running = undefined;
  };
  return {
    tick: (): void => {
      isWoken = running !== undefined && job.wokenBy !== undefined;
      running ??= work();
    },
    idle: async (): Promise<void> => running,
  };
}
