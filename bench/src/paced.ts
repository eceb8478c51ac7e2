/**
 * What a reading costs at the pace of real devices: each sends once a second, whatever the server does. Batches are
 * small then, and what is done per device and second counts, which the tables at full load hide.
 */
import pg from 'pg';
import { cpuOfServers, readCpuTimes, spentUs } from './cpu.js';
import { loadOpenly, medians } from './load.js';
import { makeCrowd, sendReading, startBare, startFallwatch, type Variant } from './variants.js';
import type { Workshop } from './workshop.js';

interface Options {
  readonly devices: number;
  readonly rounds: number;
  /** Another built checkout, measured in turn with this one. */
  readonly against: string | undefined;
}

/** Longer than the ten seconds after which a device's row is written. */
const seconds = 20;

interface Paced {
  readonly nodeUs: number;
  readonly postgresUs: number;
  readonly othersUs: number;
  readonly rowUpdates: number;
  readonly walBytes: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

export async function comparePaced(workshop: Workshop, { devices, rounds, against }: Options): Promise<string> {
  const crowd = await makeCrowd(workshop, devices);
  const start = (name: string, profile: 'small' | 'cluster', checkout?: string): Promise<Variant> =>
    startFallwatch(workshop, name, crowd, { profile, checkout });
  const small = await start('small', 'small');
  const variants = [small, await start('cluster', 'cluster')];
  if (against)
    variants.push(await start('old_small', 'small', against), await start('old_cluster', 'cluster', against));
  const [wearer] = crowd.wearers;
  if (!wearer) throw new Error('--devices must be at least 1');
  variants.unshift(await startBare(workshop, crowd, await sendReading(small, wearer)));
  const measured = new Map<string, Paced[]>(variants.map(({ name }) => [name, []]));
  // The first round fills windows and caches, and is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const variant of variants) {
      const paced = await measurePaced(workshop, variant, devices);
      process.stderr.write(`  round ${round} of ${rounds}: ${variant.name} ${paced.nodeUs.toFixed(0)} µs of node\n`);
      if (round > 0) measured.get(variant.name)?.push(paced);
    }
  const bare = medians(measured.get('bare') ?? []);
  return [...measured].map(([name, all]) => toLine(name, devices, medians(all), bare)).join('\n');
}

async function measurePaced(workshop: Workshop, variant: Variant, perSecond: number): Promise<Paced> {
  const { served, helpers, database, servers } = variant;
  const readCpu = () => ({
    node: readCpuTimes(served.pid),
    postgres: cpuOfServers(database, []),
    others: new Map([...cpuOfServers(null, servers), ...readCpuTimes(...helpers.map(({ pid }) => pid))]),
  });
  const url = database === null ? null : workshop.toDatabaseUrl(database);
  const [before, rowsBefore] = [readCpu(), await readWritten(url)];
  const { p50Us, p99Us } = await loadOpenly(workshop, variant, { perSecond, seconds });
  const [after, rowsAfter] = [readCpu(), await readWritten(url)];
  const readings = perSecond * seconds;
  return {
    nodeUs: spentUs(before.node, after.node) / readings,
    postgresUs: spentUs(before.postgres, after.postgres) / readings,
    othersUs: spentUs(before.others, after.others) / readings,
    rowUpdates: (rowsAfter.updates - rowsBefore.updates) / readings,
    walBytes: (rowsAfter.walBytes - rowsBefore.walBytes) / readings,
    p50Us,
    p99Us,
  };
}

/** Updates of `devices`, and bytes of the write-ahead log, which all databases share: nothing else may write. */
async function readWritten(url: string | null): Promise<{ updates: number; walBytes: number }> {
  if (url === null) return { updates: 0, walBytes: 0 };
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(`
      select n_tup_upd::float8 as updates, (pg_current_wal_lsn() - '0/0')::float8 as "walBytes"
      from pg_stat_user_tables where relname = 'devices'`);
    return rows[0];
  } finally {
    await client.end();
  }
}

function toLine(name: string, devices: number, one: Paced, bare: Paced): string {
  const ms = (us: number): string => (us / 1_000).toFixed(1);
  return (
    `${name}, ${devices} devices once a second: node ${one.nodeUs.toFixed(0)} µs per reading ` +
    `(${(one.nodeUs / bare.nodeUs).toFixed(2)} of bare), PostgreSQL ${one.postgresUs.toFixed(1)} µs, ` +
    `other servers ${one.othersUs.toFixed(1)} µs, ${one.rowUpdates.toFixed(2)} device row updates, ` +
    `${one.walBytes.toFixed(0)} bytes of WAL, p50 ${ms(one.p50Us)} ms, p99 ${ms(one.p99Us)} ms`
  );
}
