import { afterEach, expect, test } from 'vitest';
import { People } from '../channels/people.js';
import { storedFalls } from './checker.js';
import { wear } from './client.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { type Api, listPorts, mapMqttPorts, openSite, type Site } from './site.js';
import { isFull } from './size.js';
import { compareUsage, describeGrowth, readUsage, type Usage } from './usage.js';
import { beginRound } from './ward-round.js';
import { caregiversEach } from './wearers.js';

/**
 * R22 of docs/reliability.md: hours of readings, falls, live streams and notifications. Memory, files and connections
 * stay as they are. A short run shows that all of it works; memory can be judged only after a long one.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? (isFull ? 120 : 0.75));
const isLong = minutes >= 5;
const sampleEveryMs = isLong ? 10_000 : 1_000;
/** A reading a second each. */
const wearers = isFull ? 500 : 60;
const secondsBetweenFalls = 5;
const startMinutes = 10;

const env = {
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_EVENTS: 'off',
  LIVE_STREAMS_PER_USER: '100',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Millions of readings would fill the memory: only their number is kept. Devices repeat a reading until it is answered. */
class ShortJournal extends Journal {
  readonly counts = new Map<string, number>();

  override accept(entry: Parameters<Journal['accept']>[0], fallEventId: string | null): void {
    super.accept(entry, fallEventId);
    this.counts.set(entry.mac, (this.counts.get(entry.mac) ?? 0) + 1);
    this.accepted.length = 0;
    if (this.entries.length > 10_000) this.entries.length = 0;
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

async function sample(site: Site, people: People, isOver: () => boolean) {
  const processes = site.parts.filter((part): part is Api => 'operationsPort' in part);
  const used = new Map<string, Usage[]>(processes.map(({ name }) => [name, []]));
  const sessions: number[] = [];
  while (!isOver()) {
    for (const process of processes) used.get(process.name)?.push(await readUsage(process));
    const clients = `select count(*)::integer as count from pg_stat_activity where backend_type = 'client backend'`;
    sessions.push((await people.query<{ count: number }>(clients))[0]?.count ?? Number.NaN);
    await pause(sampleEveryMs);
  }
  return { used, sessions };
}

const countReadings = 'select count(*)::integer as stored from readings';
/** Stored readings of each device: how many, and how many different ones. */
const storedReadings = `
  select devices.mac_address as mac, count(*)::integer as stored, count(distinct readings.uptime_ms)::integer as different
  from readings join devices on devices.key = readings.device_key group by 1`;

/** Prints what it measured, and returns the comparison with what was promised. */
async function soak(profile: 'small' | 'cluster', firstWearer: number): Promise<() => void> {
  const site = await openSite({ profile, apis: 1, wearers, firstWearer, env });
  closers.push(site.close);
  const people = await People.connect(site.postgres.url);
  closers.push(() => people.close());
  const emails = Array.from({ length: caregiversEach }, (_, n) => `carer${firstWearer + n + 1}@example.org`);
  const [api] = site.apis as [Api];
  const round = await beginRound(`http://127.0.0.1:${api.port}/api`, people, emails);
  const journal = new ShortJournal();
  const endsAtMs = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() > endsAtMs;
  const sampling = sample(site, people, isOver);
  await wear(site.wearers, journal, {
    ports: listPorts(site),
    mqttPorts: mapMqttPorts(site),
    everyMs: 1_000,
    isImpact: (device, reading) => reading % (wearers * secondsBetweenFalls) === secondsBetweenFalls * (device + 1),
    isOver,
  });
  const { used, sessions } = await sampling;
  const accepted = sum(journal.counts.values());
  const countStored = async () => (await people.query<{ stored: number }>(countReadings))[0]?.stored;
  await expect.poll(countStored, { interval: 1_000 }).toBeGreaterThanOrEqual(accepted);
  const falls = journal.acceptedImpacts.length;
  await expect.poll(round.countNotified).toBeGreaterThanOrEqual(falls);
  await round.end();

  const growths = [...used].map(([name, samples]) => ({ name, growth: compareUsage(samples) }));
  const quarter = Math.floor(sessions.length / 4);
  const rows = await people.query<{ mac: string; stored: number; different: number }>(storedReadings);
  const wrong = rows.filter(({ mac, stored, different }) => stored !== different || stored !== journal.counts.get(mac));
  const storedWhole = (await people.query<{ isWhole: boolean }>(storedFalls)).filter(({ isWhole }) => isWhole).length;
  say(
    `${minutes} minutes of everything, ${profile} profile`,
    `${wearers} readings/s: accepted ${accepted}, devices with other readings than sent ${wrong.length}; falls ${falls}, ` +
      `with all alerts ${storedWhole}, notified ${round.countNotified()}, answered ${round.countHelped()}; ` +
      `live streams opened ${round.countOpened()}; ${growths.map(({ name, growth }) => describeGrowth(name, growth)).join('; ')}; ` +
      `PostgreSQL sessions ${sessions[quarter]} → ${sessions.at(-1)}; slowest answer ${Math.round(journal.slowestMs)} ms`,
  );
  return () => {
    expect([...journal.faults, ...journal.refused, ...round.failures]).toEqual([]);
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(wearers);
    expect([storedWhole, round.countNotified(), round.countHelped()]).toEqual([falls, falls, falls]);
    expect(falls).toBeGreaterThan((minutes * 60) / secondsBetweenFalls / 3);
    if (!isLong) return;
    for (const { name, growth } of growths)
      for (const { measure, before, after, isFlat } of growth)
        expect(isFlat, `${name}, ${measure}: ${before} → ${after}`).toBe(true);
    expect(sessions.at(-1)).toBeLessThanOrEqual((sessions[quarter] as number) + 5);
  };
}

test(
  'memory, files and connections stay as they are, in both profiles',
  async () => {
    for (const compare of await Promise.all([soak('small', 0), soak('cluster', wearers)])) compare();
  },
  (minutes + startMinutes) * 60_000,
);
