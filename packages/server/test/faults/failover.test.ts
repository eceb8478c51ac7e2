import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../processes/process.js';
import { expectShare, expectWithin } from '../times.js';
import { check, flawless, formatCounts, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { createStandby, type Engine } from './engines.js';
import { type Forwarder, startForwarder } from './forwarder.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { listPorts, mapMqttPorts, openSite, type Site } from './site.js';

/**
 * R7 of docs/reliability.md: PostgreSQL with a synchronous standby. The primary dies and its address leads to the
 * standby, which is read-only until it is promoted. Devices must not notice: the journal carries readings and falls.
 * Changes by people are answered 503 with Retry-After until then, never 500, and work again without a restart.
 */
const readOnlyMs = 10_000;
const wearers = 60;
const leastGoodput = 0.95;

let site: Site | undefined;
let standby: Engine | undefined;
let forwarder: Forwarder | undefined;
afterEach(async () => {
  await standby?.kill();
  await site?.close();
  forwarder?.close();
});

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function openWithStandby(): Promise<{ opened: Site; standby: Engine; forwarder: Forwarder }> {
  const opened = await openSite({
    profile: 'cluster',
    apis: 2,
    wearers,
    reachDatabase: async (url) => {
      forwarder = await startForwarder(Number(new URL(url).port));
      return url.replace(/:\d+\//, `:${forwarder.port}/`);
    },
  });
  site = opened;
  const { url } = opened.postgres;
  const follower = createStandby(opened.folder, await freePort(), opened.postgres);
  standby = follower;
  await follower.start();
  await ask(url, `alter system set synchronous_standby_names = '*'`);
  await ask(url, 'select pg_reload_conf()');
  const isSynchronous = async () =>
    (await ask(url, `select from pg_stat_replication where sync_state = 'sync'`)).length > 0;
  await expect.poll(isSynchronous).toBe(true);
  return { opened, standby: follower, forwarder: forwarder as Forwarder };
}

interface Course {
  /** Changes by people while the database is read-only: status, and whether there is a Retry-After. */
  readonly writes: Map<string, number>;
  readonly readiness: unknown;
  /** The share of attempts during the failover that was accepted. */
  readonly goodput: number;
  readonly carriedFalls: number;
  readonly writingAfterMs: number;
}

async function failOver(
  opened: Site,
  journal: Journal,
  { standby, forwarder }: { standby: Engine; forwarder: Forwarder },
): Promise<Course> {
  const [api] = opened.apis;
  const change = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${api?.port}/api/profile/me`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${opened.wearers[0]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ firstName: 'Ann' }),
    });
    return `${response.status}${response.headers.has('retry-after') ? ' with Retry-After' : ''}`;
  };
  expect(await change()).toBe('200');
  const [accepted, attempts, falls] = [journal.accepted.length, journal.attempts, journal.acceptedImpacts.length];
  const startedAt = Date.now();
  await opened.postgres.kill();
  forwarder.switchTo(Number(new URL(standby.url).port));
  const writes = new Map<string, number>();
  let readiness: unknown;
  while (Date.now() - startedAt < readOnlyMs) {
    const answer = await change();
    writes.set(answer, (writes.get(answer) ?? 0) + 1);
    readiness = await (await fetch(`http://127.0.0.1:${api?.port}/readyz`)).json();
    await pause(200);
  }
  const goodput = (journal.accepted.length - accepted) / (journal.attempts - attempts);
  const carriedFalls = journal.acceptedImpacts.length - falls;
  await ask(standby.url, 'select pg_promote()');
  const promotedAt = Date.now();
  while ((await change()) !== '200') await pause(100);
  return { writes, readiness, goodput, carriedFalls, writingAfterMs: Date.now() - promotedAt };
}

test('PostgreSQL fails over to a standby that is read-only for a while, cluster profile', async () => {
  const { opened, ...followers } = await openWithStandby();
  const journal = new Journal();
  let course: Course | undefined;
  const load = wear(opened.wearers, journal, {
    ports: listPorts(opened),
    mqttPorts: mapMqttPorts(opened),
    everyMs: 1_000,
    isImpact: (device, reading) => reading % 100 === 2 + (device % 30),
    isOver: () => course !== undefined,
  });
  await pause(4_000);
  const followed = failOver(opened, journal, followers);
  const { writes, readiness, goodput, carriedFalls, writingAfterMs } = await followed;
  await pause(2_000);
  course = await followed;
  await load;
  const verdict = await check(followers.standby.url, journal);
  say(
    'PostgreSQL fails over, standby read-only for 10 s, cluster profile',
    `${summarizeCounts(journal, verdict)}; accepted during the outage: ${Math.round(100 * goodput)} %, falls carried by the journal: ` +
      `${carriedFalls}; changes meanwhile: ${formatCounts(writes)}; writing again ${writingAfterMs} ms after the promotion`,
  );

  expect(journal.faults).toEqual([]);
  expect(journal.refused).toEqual([]);
  expect(verdict).toMatchObject(flawless);
  expect([...writes.keys()]).toEqual(['503 with Retry-After']);
  expect(readiness).toEqual({ status: 'UNHEALTHY', accepts: 'READINGS' });
  expectShare('accepted during a failover', goodput, leastGoodput);
  expect(carriedFalls).toBeGreaterThan(0);
  expectWithin('writing again after a promotion', writingAfterMs, 15_000);
  expect(opened.parts.filter(({ crashes }) => crashes > 0).map(({ name }) => name)).toEqual([]);
});
