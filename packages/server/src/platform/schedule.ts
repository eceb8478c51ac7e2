import type { Log } from './log.js';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Safe to run twice and by several processes at once. */
  readonly run: () => Promise<void>;
}

/** Runs each job again and again until stopped, never over itself; one that fails is tried at its next time. */
export function startJobs(jobs: readonly Job[], log: Log): () => void {
  const timers = jobs.map(({ name, everyMs, run }) => {
    let isRunning = false;
    const tick = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      try {
        await run();
      } catch (error) {
        log.error({ err: error, job: name }, 'job failed');
      } finally {
        isRunning = false;
      }
    };
    return setInterval(() => void tick(), everyMs).unref();
  });
  return () => timers.forEach(clearInterval);
}
