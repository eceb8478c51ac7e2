import { afterEach, expect, test } from 'vitest';
import { check, drained, flawless } from './checker.js';
import { wear } from './client.js';
import type { Engine } from './engines.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { countsOf, say } from './say.js';
import { openSite, portsOf, type Site, type SiteOptions } from './site.js';
import { isFull } from './size.js';

/**
 * R8, R9 and R10: an engine, or two at once, away, hanging, and back with an empty store, each for a while. Devices
 * must notice nothing worse than a 503 with Retry-After, nothing may get lost, and the service must come back by
 * itself.
 */
interface Outage {
  /** Away at the same time. */
  readonly engines: readonly ('redis' | 'nats' | 'postgres')[];
  readonly profile: SiteOptions['profile'];
  readonly faults: readonly (keyof typeof inflict)[];
  /** What the processes say of themselves meanwhile. */
  readonly health: string;
  /** The least share of readings that must be accepted meanwhile. */
  readonly goodput: number;
  readonly awayMs: number;
}
const minuteMs = 60_000;
/** Much longer than the longest wait of the service: a hanging database must be given up, and readings go on. */
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
  readonly goodput: number;
  readonly recoveryMs: number;
}

/** A log on one disk is gone with it, and what was not recorded yet too: devices wait until nothing is. */
async function drain({ postgres }: Site, journal: Journal, devices: { arePaused: boolean }): Promise<void> {
  devices.arePaused = true;
  await pause(1_000);
  await drained(postgres.url, journal);
}

async function sufferEach(
  { engines: names, faults, awayMs }: Outage,
  opened: Site,
  journal: Journal,
  devices: { arePaused: boolean },
): Promise<Course[]> {
  const engines = names.map((name) => opened[name] as Engine);
  const courses: Course[] = [];
  for (const fault of faults) {
    await pause(2_000);
    if (fault === 'wiped') await drain(opened, journal, devices);
    const [before, inflictedAt] = [journal.accepted.length, Date.now()];
    const inflicted = Promise.all(engines.map((engine) => inflict[fault](engine, awayMs)));
    devices.arePaused = false;
    await pause(awayMs / 2);
    const health = await healthOf(opened);
    await inflicted;
    const expected = (wearers * (Date.now() - inflictedAt)) / 1_000;
    const goodput = (journal.accepted.length - before) / expected;
    courses.push({ fault, health, goodput, recoveryMs: await msUntilHealthy(opened) });
  }
  await pause(2_000);
  return courses;
}

async function healthOf({ apis }: Site): Promise<string[]> {
  const ask = async (port: number): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
    return answer
      ? (((await answer.json()) as { data?: { status: string } }).data?.status ?? 'UNHEALTHY')
      : 'no answer';
  };
  return Promise.all(apis.map(({ port }) => ask(port)));
}

/** Answers after how long all processes say that they are well. */
async function msUntilHealthy(opened: Site): Promise<number> {
  const startedAt = Date.now();
  while (!(await healthOf(opened)).every((status) => status === 'HEALTHY')) {
    if (Date.now() - startedAt > recoveryMs) return Number.POSITIVE_INFINITY;
    await pause(100);
  }
  return Date.now() - startedAt;
}

test.each(outages)(
  '$engines away, hanging or empty, $profile profile',
  async (outage) => {
    const { engines, profile, faults } = outage;
    const opened = await openSite({ profile, apis: 2, wearers });
    site = opened;
    const journal = new Journal();
    const devices = { arePaused: false };
    let courses: Course[] | undefined;
    const load = wear(opened.wearers, journal, {
      ports: portsOf(opened),
      everyMs: 1_000,
      // Falls all the time, whatever is away.
      isImpact: (device, reading) => reading % 100 === 2 + (device % 25),
      isPaused: () => devices.arePaused,
      isOver: () => courses !== undefined && journal.acceptedImpacts.length >= falls,
    });
    courses = await sufferEach(outage, opened, journal, devices);
    await load;
    const verdict = await check(opened.postgres.url, journal);
    const shares = courses.map(({ fault, goodput }) => `${fault} ${Math.round(100 * goodput)} %`);
    const slowestRecovery = Math.max(...courses.map((course) => course.recoveryMs));
    say(
      `${engines.map((engine) => opened[engine]?.name).join(' and ')} ${faults.join(', ')}, ${profile} profile`,
      `${outage.awayMs / 1_000} s each: ${countsOf(journal, verdict)}; accepted meanwhile: ${shares.join(', ')}; ` +
        `well again after at most ${slowestRecovery} ms`,
    );

    expect(journal.faults).toEqual([]);
    expect(journal.refused).toEqual([]);
    expect(verdict).toMatchObject(flawless);
    expect(journal.slowestMs).toBeLessThan(10_000);
    for (const { health, goodput } of courses) {
      expect(health).toEqual(opened.apis.map(() => outage.health));
      expect(goodput).toBeGreaterThanOrEqual(outage.goodput);
    }
    // No restart helped.
    expect(slowestRecovery).toBeLessThan(recoveryMs);
    expect(opened.parts.filter(({ crashes }) => crashes > 0).map(({ name }) => name)).toEqual([]);
    expect(verdict.falls).toBeGreaterThanOrEqual(falls);
  },
  isFull ? 600_000 : 120_000,
);
