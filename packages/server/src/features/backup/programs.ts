/** PostgreSQL's own programs: pg_basebackup, pg_verifybackup, pg_receivewal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps the programs of each version here, and only some of them on the path. */
const debianFolder = '/usr/lib/postgresql';

export interface ProgramOptions {
  readonly env?: Record<string, string>;
  /** Of PostgreSQL, if it matters: pg_verifybackup can read the WAL of its own version only. Else the newest. */
  readonly majorVersion?: string;
}

function findProgram(name: string, majorVersion = ''): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one));
  const paths = [majorVersion, ...newestFirst].map((version) => join(debianFolder, version, 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}

/** The password is not in the arguments: every user of the machine can read those. */
export function connectionArguments(url: string): { args: string[]; env: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { args: ['--dbname', address.href], env: password ? { PGPASSWORD: password } : {} };
}

export function startProgram(
  name: string,
  args: readonly string[],
  { env, majorVersion }: ProgramOptions,
): ChildProcess {
  // Nothing of the caller's environment: a PGHOST or PGOPTIONS there would replace parts of the address.
  const path = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
  return spawn(findProgram(name, majorVersion), args, {
    env: { ...path, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}

/** Throws with what the program printed if it fails. */
export async function runProgram(name: string, args: readonly string[], options: ProgramOptions = {}): Promise<void> {
  const child = startProgram(name, args, options);
  let problem = '';
  child.stderr?.on('data', (chunk) => {
    problem = `${problem}${chunk}`.slice(-4_000);
  });
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new Error(`${name} is not installed: install the programs of PostgreSQL's client`);
    throw error;
  });
  if (code !== 0) throw new Error(`${name} failed: ${problem.trim()}`);
}
