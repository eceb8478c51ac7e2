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

/** Runs each job again and again until stopped, never over itself; one that fails is tried at its next time. */
export function startJobs(jobs: readonly Job[], events: Events, log: Log): () => Promise<void> {
  const stops = jobs.map((job) => {
    const tick = tickOf(job, log);
    const timer = setInterval(tick, job.everyMs).unref();
    const leave = job.wokenBy && events.subscribe(({ type }) => job.wokenBy?.includes(type) && tick());
    // What cannot wait to be told does not wait for its first time either.
    if (job.wokenBy) tick();
    return () => {
      clearInterval(timer);
      leave?.();
    };
  });
  return async () => {
    for (const stop of stops) stop();
    await Promise.all(jobs.filter(({ alsoAtStop }) => alsoAtStop).map((job) => attempt(job, log)));
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
function tickOf(job: Job, log: Log): () => void {
  let isRunning = false;
  let isWoken = false;
  const work = async (): Promise<void> => {
    do {
      isWoken = false;
      await attempt(job, log);
    } while (isWoken);
    isRunning = false;
  };
  return () => {
    isWoken = isRunning && job.wokenBy !== undefined;
    if (isRunning) return;
    isRunning = true;
    void work();
  };
}
