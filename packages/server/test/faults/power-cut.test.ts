import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { check, flawless, type Verdict } from './checker.js';
import { wear } from './client.js';
import { type Disk, makeDisk, whyNoDisk } from './disk.js';
import { createNats, type Engine } from './engines.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { countsOf, say } from './say.js';
import { openSite, portsOf, type Site, type SiteOptions } from './site.js';

/**
 * R3: the power of a disk is cut under load, the machine comes back, and the database is held against what the
 * devices were told. The same cut with a weaker setting must lose something, or the test would prove nothing.
 */
const noDisk = await whyNoDisk();
const natsServer = process.env.TEST_NATS_SERVER ?? 'nats-server';
const natsVersion = /(\d+\.\d+)\.\d+/.exec(execFileSync(natsServer, ['--version'], { encoding: 'utf8' }))?.[1] ?? '0';
/** From 2.10 on a write can reach the disk before it is acknowledged. */
const noSync = Number(natsVersion.split('.')[1]) < 10 && natsVersion.startsWith('2.');

const notProven = (what: string, why: string) => process.stdout.write(`proof: ${what}: NOT PROVEN here, ${why}\n`);
if (noDisk) notProven('power cut', `this machine has no loop device (${noDisk})`);
else if (noSync) notProven("power cut of NATS' disk, sync always", `nats-server ${natsVersion} cannot do it`);

let site: Site | undefined;
let disk: Disk | undefined;
afterEach(async () => {
  await site?.close();
  await disk?.remove();
  site = undefined;
  disk = undefined;
});

const readings = 2_000;

interface Cut {
  readonly options: (folder: string) => Partial<SiteOptions> & Pick<SiteOptions, 'profile'>;
  /** Whose disk it is. */
  readonly engineOf: (site: Site) => Engine;
  /** Brings nothing more into the database than what was there, or what the log has kept. */
  readonly settles: boolean;
}

async function cutUnderLoad(proof: string, { options, engineOf, settles }: Cut): Promise<Verdict> {
  const cut = makeDisk();
  disk = cut;
  const env = { RATE_LIMIT_SENSOR: 'off' };
  const opened = await openSite({ apis: 1, wearers: 64, env, ...options(cut.folder) });
  site = opened;
  // Readings must stay in the log to be lost with it.
  await opened.recorder?.kill();
  cut.sync();
  const journal = new Journal();
  let isOver = false;
  const load = wear(opened.wearers, journal, {
    ports: portsOf(opened),
    everyMs: 20,
    isImpact: (device, reading) => reading === 3 + (device % 40),
    isOver: () => isOver,
    leavesUnknown: true,
  });
  while (journal.accepted.length < readings) await pause(50);
  // A machine without power does nothing more: whoever wrote and has not synced yet must not live to acknowledge it.
  // The devices go on meanwhile, and what the cut left in memory helps nobody.
  engineOf(opened).freeze();
  await cut.cutPower();
  await engineOf(opened).kill();
  isOver = true;
  await load;
  await cut.powerUp();
  await engineOf(opened).start();
  await opened.recorder?.start();
  const verdict = await check(opened.postgres.url, journal, { settles });
  say(proof, countsOf(journal, verdict));
  expect(journal.faults).toEqual([]);
  expect(verdict.falls).toBeGreaterThan(20);
  return verdict;
}

describe.skipIf(noDisk)("a power cut of PostgreSQL's disk", () => {
  const cutPostgres = (databaseOptions: string): Cut => ({
    options: (folder) => ({ profile: 'small', postgresFolder: folder, databaseOptions }),
    engineOf: ({ postgres }) => postgres,
    settles: false,
  });

  test('loses nothing accepted', async () => {
    const verdict = await cutUnderLoad("power cut of PostgreSQL's disk, synchronous commit on", cutPostgres(''));
    expect(verdict).toMatchObject(flawless);
  });

  test('loses readings without synchronous commit: the test can fail', async () => {
    const options = '?options=-c%20synchronous_commit%3Doff';
    const verdict = await cutUnderLoad("power cut of PostgreSQL's disk, synchronous commit off", cutPostgres(options));
    expect(verdict.lost.length).toBeGreaterThan(0);
  });
});

/** Falls are committed to PostgreSQL before the answer: whatever the log loses, it loses none of them. */
describe.skipIf(noDisk)("a power cut of NATS' disk", () => {
  const cutNats = (settings: string): Cut => ({
    options: (folder) => ({ profile: 'cluster', nats: (_, port) => createNats(folder, port, natsServer, settings) }),
    engineOf: ({ nats }) => nats as Engine,
    settles: true,
  });

  test.skipIf(noSync)('loses nothing accepted when NATS syncs always', async () => {
    const verdict = await cutUnderLoad("power cut of NATS' disk, sync always", cutNats('sync_interval: always'));
    expect(verdict).toMatchObject(flawless);
  });

  test('loses readings that were not recorded yet when NATS syncs now and then, and no fall', async () => {
    const verdict = await cutUnderLoad("power cut of NATS' disk, default sync", cutNats(''));
    expect(verdict.lost.length).toBeGreaterThan(0);
    expect(verdict).toMatchObject({ ...flawless, lost: expect.any(Array) });
  });
});
