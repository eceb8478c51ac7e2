/** CPU time from /proc: the cost of a request, independent of other load on the machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: 100 on every Linux that Node runs on. */
const tickUs = 10_000;

/** Process id and start time → µs of CPU so far. The start time distinguishes processes that reuse an id. */
export type CpuTimes = ReadonlyMap<string, number>;

export function readCpuTimes(...pids: readonly number[]): CpuTimes {
  const found = pids.map(readProcess).filter((process) => process !== undefined);
  return new Map(found.map(({ key, us }) => [key, us]));
}

/** The server processes. For PostgreSQL: the connections of this database, and the writers that all databases share. */
export function cpuOfServers(database: string | null, servers: readonly string[]): CpuTimes {
  const times = new Map<string, number>();
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? readProcess(Number(entry)) : undefined;
    if (!found) continue;
    const isOurs = found.name === 'postgres' ? isAtWorkFor(database, Number(entry)) : servers.includes(found.name);
    if (isOurs) times.set(found.key, found.us);
  }
  return times;
}

/** Processes that ended in between are left out: their last value is no longer available. */
export function spentUs(before: CpuTimes, after: CpuTimes): number {
  let us = 0;
  for (const [key, total] of after) us += total - (before.get(key) ?? 0);
  return us;
}

function isAtWorkFor(database: string | null, pid: number): boolean {
  if (database === null) return false;
  const title = read(`/proc/${pid}/cmdline`) ?? '';
  return title.includes(` ${database} `) || /: (walwriter|checkpointer|background writer)/.test(title);
}

function readProcess(pid: number): { key: string; name: string; us: number } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const nameEnd = stat.lastIndexOf(')');
  // From the third field of proc(5) on: utime is the 14th, stime the 15th, starttime the 22nd.
  const fields = stat.slice(nameEnd + 2).split(' ');
  const us = (Number(fields[11]) + Number(fields[12])) * tickUs;
  return { key: `${pid}:${fields[19]}`, name: stat.slice(stat.indexOf('(') + 1, nameEnd), us };
}

/** Undefined when the process has just ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
