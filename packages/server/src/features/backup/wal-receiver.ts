/** Receives the WAL of PostgreSQL as it is written, with pg_receivewal, until it is stopped. */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionArguments, runProgram, startProgram } from './programs.js';

const retryMs = 5_000;

export interface ReceiverOptions {
  readonly url: string;
  readonly folder: string;
  /** For synchronous_standby_names, and of its slot: the server keeps WAL that this receiver lacks. */
  readonly name: string;
  /** It writes to the disk and confirms at once, so that PostgreSQL can wait for it. */
  readonly isSynchronous: boolean;
  readonly report: (line: string) => void;
}

export async function receiveWal({ url, folder, name, isSynchronous, report }: ReceiverOptions): Promise<void> {
  if (!/^[a-z0-9_]{1,63}$/.test(name))
    throw new Error(`--name has "${name}"; expected up to 63 of the characters a-z, 0-9 and _`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { args, env } = connectionArguments(url);
  const slot = [...args, '--slot', name];
  const receive = [...slot, '--directory', folder, '--no-loop', ...(isSynchronous ? ['--synchronous'] : [])];
  for (;;) {
    try {
      // Each time: a restored server has no slots.
      await runProgram('pg_receivewal', [...slot, '--create-slot', '--if-not-exists'], { env });
      report(`receiving WAL into ${folder}`);
      await runUntilStopped(receive, { ...env, PGAPPNAME: name });
    } catch (error) {
      report(`${(error as Error).message}; tried again in ${retryMs / 1_000} s`);
    }
    await pause(retryMs);
  }
}

async function runUntilStopped(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = startProgram('pg_receivewal', args, { env });
  let problem = '';
  child.stderr?.on('data', (chunk) => {
    problem = `${problem}${chunk}`.slice(-2_000);
  });
  const stop = (): void => {
    child.kill('SIGINT');
    child.once('close', () => process.exit(0));
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  await once(child, 'close');
  process.off('SIGTERM', stop).off('SIGINT', stop);
  throw new Error(`pg_receivewal ended: ${problem.trim()}`);
}
