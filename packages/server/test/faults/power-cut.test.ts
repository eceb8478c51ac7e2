import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { check, flawless, summarizeCounts, type Verdict } from './checker.js';
import { wear } from './client.js';
import { type Disk, makeDisk, whyNoDisk } from './disk.js';
import { createNats, type Engine } from './engines.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { type Api, listPorts, mapMqttPorts, openSite, readCounter, type Site, type SiteOptions } from './site.js';

/**
 * R3 of docs/reliability.md: the power of a disk is cut under load, the machine boots again, and the database is
 * compared with the answers that the devices got. The same cut with a weaker setting must lose something, or the test
 * would prove nothing.
 */
const noDisk = await whyNoDisk();
const natsServer = process.env.TEST_NATS_SERVER ?? 'nats-server';
const natsVersion = /(\d+\.\d+)\.\d+/.exec(execFileSync(natsServer, ['--version'], { encoding: 'utf8' }))?.[1] ?? '0';
/** NATS before 2.10 cannot write to the disk before it acknowledges. */
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
  /** The engine whose disk is cut. */
  readonly findEngine: (site: Site) => Engine;
  /** How long to wait for readings that are not stored yet. */
  readonly settling: NonNullable<Parameters<typeof check>[2]>;
}

interface CutVerdict extends Verdict {
  /** Falls that PostgreSQL did not record within a second, on a busy machine: they went into the journal instead. */
  readonly carriedFalls: number;
}

async function cutUnderLoad(proof: string, { options, findEngine, settling }: Cut): Promise<CutVerdict> {
  const cut = makeDisk();
  disk = cut;
  const env = { RATE_LIMIT_SENSOR: 'off' };
  const opened = await openSite({ apis: 1, wearers: 64, env, ...options(cut.folder) });
  site = opened;
  // Readings must still be in the journal to be lost with it.
  await opened.recorder?.kill();
  cut.sync();
  const journal = new Journal();
  let isOver = false;
  const load = wear(opened.wearers, journal, {
    ports: listPorts(opened),
    mqttPorts: mapMqttPorts(opened),
    everyMs: 20,
    isImpact: (device, reading) => reading === 3 + (device % 40),
    isOver: () => isOver,
    leavesUnknown: true,
  });
  while (journal.accepted.length < readings) await pause(50);
  // A machine without power does nothing more: an engine that wrote without syncing must not acknowledge it.
  // The devices continue to send, and what is in memory is lost.
  findEngine(opened).freeze();
  await cut.cutPower();
  await findEngine(opened).kill();
  isOver = true;
  await load;
  await cut.powerUp();
  await findEngine(opened).start();
  await opened.recorder?.start();
  const verdict = await check(opened.postgres.url, journal, settling);
  const carriedFalls = await readCounter(opened.apis[0] as Api, 'fallwatch_journal_carried_falls_total');
  say(proof, `${summarizeCounts(journal, verdict)}; carried by the journal ${carriedFalls} falls`);
  expect(journal.faults).toEqual([]);
  expect(verdict.falls).toBeGreaterThan(20);
  return { ...verdict, carriedFalls };
}

describe.skipIf(noDisk)("a power cut of PostgreSQL's disk", () => {
  const cutPostgres = (databaseOptions: string): Cut => ({
    options: (folder) => ({ profile: 'small', postgresFolder: folder, databaseOptions }),
    findEngine: ({ postgres }) => postgres,
    // Nothing more can be stored after the cut: the database keeps what it had.
    settling: { settles: false },
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

/**
 * Falls are committed to PostgreSQL before the answer: a loss of the journal loses none of them. Only falls that the
 * journal carries, because PostgreSQL was too slow, are lost with it.
 */
describe.skipIf(noDisk)("a power cut of NATS' disk", () => {
  const cutNats = (settings: string, settling: Cut['settling'] = {}): Cut => ({
    options: (folder) => ({ profile: 'cluster', nats: (_, port) => createNats(folder, port, natsServer, settings) }),
    findEngine: ({ nats }) => nats as Engine,
    settling,
  });

  test.skipIf(noSync)('loses nothing accepted when NATS syncs always', async () => {
    const verdict = await cutUnderLoad("power cut of NATS' disk, sync always", cutNats('sync_interval: always'));
    expect(verdict).toMatchObject(flawless);
  });

  test('loses readings that were not recorded yet when NATS syncs now and then, and no fall', async () => {
    const verdict = await cutUnderLoad("power cut of NATS' disk, default sync", cutNats('', { timeoutMs: 15_000 }));
    expect(verdict.lost.length).toBeGreaterThan(0);
    expect(verdict.lostFalls.length).toBeLessThanOrEqual(verdict.carriedFalls);
    expect(verdict).toMatchObject({ ...flawless, lost: expect.any(Array), lostFalls: expect.any(Array) });
  });
});
