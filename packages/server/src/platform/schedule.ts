import type { Event, Events } from './events/events.js';
import type { Log } from './log.js';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Run it earlier when one of these happens. A hint: its own time comes anyway. */
  readonly wokenBy?: readonly Event['type'][];
  /** Safe to run twice and by several processes at once. */
  readonly run: () => Promise<void>;
  /** Once more when the process stops: what it holds in memory would go with it. */
  readonly alsoAtStop?: boolean;
}

/**
 * Runs each job again and again until stopped, never over itself; one that fails is tried at its next time. Stopping
 * waits for what is running: the database closes next.
 */
export function startJobs(jobs: readonly Job[], events: Events, log: Log): () => Promise<void> {
  const stops = jobs.map((job) => {
    const { tick, idle } = tickOf(job, log);
    const timer = setInterval(tick, job.everyMs).unref();
    const leave = job.wokenBy && events.subscribe(({ type }) => job.wokenBy?.includes(type) && tick());
    // What cannot wait to be told does not wait for its first time either.
    if (job.wokenBy) tick();
    return async () => {
      clearInterval(timer);
      leave?.();
      await idle();
      if (job.alsoAtStop) await attempt(job, log);
    };
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function attempt({ name, run }: Job, log: Log): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.error({ err: error, job: name }, 'job failed');
  }
}

/** Whoever is woken while it runs runs once more: what woke it may have come too late for the running round. */
function tickOf(job: Job, log: Log) {
  let running: Promise<void> | undefined;
  let isWoken = false;
  const work = async (): Promise<void> => {
    do {
      isWoken = false;
      await attempt(job, log);
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
