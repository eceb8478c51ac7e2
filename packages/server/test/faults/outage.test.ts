import { afterEach, expect, test } from 'vitest';
import { expectShare, expectWithin } from '../times.js';
import { check, drained, flawless, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import type { Engine } from './engines.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { listPorts, mapMqttPorts, openSite, type Site, type SiteOptions } from './site.js';
import { isFull } from './size.js';

/**
 * R8, R9 and R10 of docs/reliability.md: one engine, or two at once, is stopped, hangs, and returns with an empty
 * store, each for a while. Devices must get nothing worse than a 503 with Retry-After, nothing may be lost, and the
 * service must recover by itself.
 */
interface Outage {
  /** The engines that fail at the same time. */
  readonly engines: readonly ('redis' | 'nats' | 'postgres')[];
  readonly profile: SiteOptions['profile'];
  readonly faults: readonly (keyof typeof inflict)[];
  /** The health status that the processes report during the outage. */
  readonly health: string;
  /** The smallest share of attempts that must be accepted during the outage. */
  readonly goodput: number;
  readonly awayMs: number;
}
const minuteMs = 60_000;
/**
 * Much longer than the service's longest timeout: it must give up on a hanging database and keep accepting readings.
 */
const hangMs = isFull ? minuteMs : 20_000;
const awayMs = isFull ? minuteMs : 6_000;
const goodput = 0.8;
const everyFault = ['killed', 'frozen', 'wiped'] as const;
const outages: readonly Outage[] = [
  { engines: ['redis'], profile: 'cluster', faults: everyFault, health: 'DEGRADED', goodput, awayMs },
  { engines: ['nats'], profile: 'cluster', faults: everyFault, health: 'DEGRADED', goodput, awayMs },
  {
    engines: ['postgres'],
    profile: 'small',
    faults: ['killed', 'frozen'],
    health: 'UNHEALTHY',
    goodput: 0,
    awayMs: hangMs,
  },
  {
    engines: ['postgres'],
    profile: 'cluster',
    faults: ['killed', 'frozen'],
    health: 'UNHEALTHY',
    goodput,
    awayMs: hangMs,
  },
  {
    engines: ['postgres', 'nats'],
    profile: 'cluster',
    faults: ['killed', 'frozen'],
    health: 'UNHEALTHY',
    goodput: 0,
    awayMs,
  },
];
const wearers = 100;
const falls = 60;
const recoveryMs = 10_000;

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const inflict = {
  killed: async (engine: Engine, awayMs: number) => {
    await engine.kill();
    await pause(awayMs);
    await engine.start();
  },
  frozen: async (engine: Engine, awayMs: number) => {
    engine.freeze();
    await pause(awayMs);
    engine.thaw();
  },
  wiped: async (engine: Engine, awayMs: number) => {
    await engine.kill();
    await pause(awayMs);
    engine.wipe();
    await engine.start();
  },
};

interface Course {
  readonly fault: string;
  readonly health: string[];
  /** Of the attempts during the outage, the share that was accepted. A busy machine makes fewer attempts. */
  readonly goodput: number;
  /** Of one reading a second for each device. */
  readonly perSecond: number;
  readonly recoveryMs: number;
}

/** A journal on one disk is lost with it, including what was not recorded yet: devices pause until all is recorded. */
async function drain({ postgres }: Site, journal: Journal, devices: { arePaused: boolean }): Promise<void> {
  devices.arePaused = true;
  await pause(1_000);
  await drained(postgres.url, journal);
}

async function sufferEach(
  { engines: names, faults, awayMs, health: expectedHealth }: Outage,
  opened: Site,
  journal: Journal,
  devices: { arePaused: boolean },
): Promise<Course[]> {
  const engines = names.map((name) => opened[name] as Engine);
  const courses: Course[] = [];
  for (const fault of faults) {
    await pause(2_000);
    if (fault === 'wiped') await drain(opened, journal, devices);
    const [accepted, attempts, inflictedAt] = [journal.accepted.length, journal.attempts, Date.now()];
    const inflicted = Promise.all(engines.map((engine) => inflict[fault](engine, awayMs)));
    devices.arePaused = false;
    const health = await readHealthUntil(opened, expectedHealth, inflicted);
    const more = journal.accepted.length - accepted;
    const goodput = more / (journal.attempts - attempts);
    const perSecond = (1_000 * more) / (wearers * (Date.now() - inflictedAt));
    courses.push({ fault, health, goodput, perSecond, recoveryMs: await msUntilHealthy(opened) });
  }
  await pause(2_000);
  return courses;
}

async function readHealth({ apis }: Site): Promise<string[]> {
  const ask = async (port: number): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
    return answer
      ? (((await answer.json()) as { data?: { status: string } }).data?.status ?? 'UNHEALTHY')
      : 'no answer';
  };
  return Promise.all(apis.map(({ port }) => ask(port)));
}

/** The health of each process, read until all are as expected or the outage is over. */
async function readHealthUntil(opened: Site, expected: string, outage: Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const over = outage.then(() => {
    isOver = true;
  });
  let health: string[] = [];
  while (!isOver && !(health.length > 0 && health.every((status) => status === expected))) {
    health = await readHealth(opened);
    await pause(100);
  }
  await over;
  return health;
}

/** Returns the time until all processes report that they are healthy. */
async function msUntilHealthy(opened: Site): Promise<number> {
  const startedAt = Date.now();
  while (!(await readHealth(opened)).every((status) => status === 'HEALTHY')) await pause(100);
  return Date.now() - startedAt;
}

test.each(outages)('$engines away, hanging or empty, $profile profile', async (outage) => {
  const { engines, profile, faults } = outage;
  const opened = await openSite({ profile, apis: 2, wearers });
  site = opened;
  const journal = new Journal();
  const devices = { arePaused: false };
  let courses: Course[] | undefined;
  const load = wear(opened.wearers, journal, {
    ports: listPorts(opened),
    mqttPorts: mapMqttPorts(opened),
    everyMs: 1_000,
    // Falls happen throughout, whatever is stopped.
    isImpact: (device, reading) => reading % 100 === 2 + (device % 25),
    isPaused: () => devices.arePaused,
    isOver: () => courses !== undefined && journal.acceptedImpacts.length >= falls,
  });
  courses = await sufferEach(outage, opened, journal, devices);
  await load;
  const verdict = await check(opened.postgres.url, journal);
  const percent = (share: number): number => Math.round(100 * share);
  const shares = courses.map(
    ({ fault, goodput, perSecond }) =>
      `${fault} ${percent(goodput)} % of attempts, ${percent(perSecond)} % of one a second`,
  );
  const slowestRecovery = Math.max(...courses.map((course) => course.recoveryMs));
  say(
    `${engines.map((engine) => opened[engine]?.name).join(' and ')} ${faults.join(', ')}, ${profile} profile`,
    `${outage.awayMs / 1_000} s each: ${summarizeCounts(journal, verdict)}; accepted during the outage: ${shares.join('; ')}; ` +
      `recovered within ${slowestRecovery} ms`,
  );

  expect(journal.faults).toEqual([]);
  expect(journal.refused).toEqual([]);
  expect(verdict).toMatchObject(flawless);
  expectWithin('an answer during an outage, slowest', journal.slowestMs, 10_000);
  for (const { health, goodput } of courses) {
    expect(health).toEqual(opened.apis.map(() => outage.health));
    expectShare(`accepted with ${engines.join(' and ')} away`, goodput, outage.goodput);
  }
  // No process was restarted.
  expectWithin('recovery after an outage', slowestRecovery, recoveryMs);
  expect(opened.parts.filter(({ crashes }) => crashes > 0).map(({ name }) => name)).toEqual([]);
  expect(verdict.falls).toBeGreaterThanOrEqual(falls);
});
