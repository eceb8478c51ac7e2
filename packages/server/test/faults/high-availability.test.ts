import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { cacheSendingEveryMs } from '../../src/features/devices/sending-devices.service.js';
import { expectWithin, percentile } from '../times.js';
import { check, flawless, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { whyNoDisk } from './disk.js';
import { createHosts, type Host } from './host.js';
import { createServiceDatabase, databaseAt, findPrimary, findStreamLeader, untilWhole } from './host-cluster.js';
import { Journal } from './journal.js';
import { listDelays, watchNotified } from './late-alerts.js';
import { pause } from './part.js';
import { say } from './say.js';
import { isFull } from './size.js';
import { makeWearers } from './wearers.js';

/**
 * docs/high-availability.md, with the files of deploy/: three hosts on addresses of their own, one of which dies, returns
 * and catches up before the next. Devices know the three addresses and use the next one when one does not answer.
 */
const natsServer = process.env.TEST_NATS_SERVER ?? 'nats-server';
const whyNot = await findObstacle();
if (whyNot) process.stdout.write(`proof: high availability: NOT RUN here, ${whyNot}\n`);

/** A reading a second each. */
const wearers = isFull ? 500 : 100;
const readingsBetweenImpacts = 100;
/** The service answers within ten seconds. */
const devicePatienceMs = 10_000;
/** A host that is back must have seen the devices before it can serve them without PostgreSQL. */
const warmUpMs = cacheSendingEveryMs + 1_000;

const choose = {
  any: async (hosts: readonly Host[]) => hosts[randomInt(hosts.length)] as Host,
  primary: findPrimary,
  'NATS leader': findStreamLeader,
  // HAProxy uses the first that answers, and all of them do.
  'Redis in use': async (hosts: readonly Host[]) => hosts[0] as Host,
};

interface Failure {
  readonly how: 'kill -9' | 'power cut';
  readonly whose: keyof typeof choose;
}

const kinds: readonly Failure[] = [
  { how: 'kill -9', whose: 'any' },
  { how: 'kill -9', whose: 'primary' },
  { how: 'power cut', whose: 'any' },
  { how: 'power cut', whose: 'primary' },
  { how: 'power cut', whose: 'NATS leader' },
  { how: 'power cut', whose: 'Redis in use' },
];
/** 30 need about 20 minutes for each kind. */
const each = Number(process.env.FAILURES ?? 30);
const runs = isFull
  ? kinds.map((kind) => ({ name: `${kind.how}, ${kind.whose}`, failures: Array.from({ length: each }, () => kind) }))
  : [
      {
        name: 'kill -9, NATS leader; power cut, primary',
        failures: [{ how: 'kill -9', whose: 'NATS leader' }, kinds[3]] as Failure[],
      },
    ];

let hosts: Host[] = [];
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.remove()));
  hosts = [];
});

async function findObstacle(): Promise<string | undefined> {
  for (const command of ['patroni', 'etcd'])
    try {
      execFileSync(command, ['--version'], { stdio: 'ignore' });
    } catch {
      return `${command} is not installed`;
    }
  const version = /(\d+)\.(\d+)\.\d+/.exec(execFileSync(natsServer, ['--version'], { encoding: 'utf8' }));
  if (Number(version?.[1]) === 2 && Number(version?.[2]) < 10)
    return `nats-server ${version?.[0]} does not know sync_interval: always (TEST_NATS_SERVER names another)`;
  const noDisk = await whyNoDisk();
  return noDisk && `this machine has no loop device (${noDisk})`;
}

async function open(): Promise<Host[]> {
  const subnet = `127.${randomInt(64, 250)}.${randomInt(1, 250)}`;
  hosts = await createHosts(
    natsServer,
    [1, 2, 3].map((number) => `${subnet}.${number}`),
  );
  await Promise.all(hosts.flatMap(({ servers }) => servers.map((server) => server.start())));
  await createServiceDatabase(hosts);
  await Promise.all(hosts.map((host) => host.start()));
  await untilWhole(hosts);
  return hosts;
}

async function fail({ how, whose }: Failure): Promise<void> {
  const host = await choose[whose](hosts);
  // Longer than it takes the others to notice, and shorter.
  const awayMs = isFull ? randomInt(1_000, 20_000) : how === 'kill -9' ? 8_000 : 12_000;
  if (how === 'kill -9') {
    await host.kill();
    await pause(awayMs);
  } else await host.cutPower(awayMs);
  await host.start();
  await untilWhole(hosts);
  await pause(warmUpMs);
}

/** The longest time in which nothing was accepted, and the longest that a device waited for an acceptance. */
function measureAcceptance({ accepted }: Journal): { gapMs: number; longestMs: number } {
  const times = accepted.map(({ acceptedAtMs = 0 }) => acceptedAtMs).toSorted((one, other) => one - other);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const waits = accepted.map(({ sentAtMs = 0, acceptedAtMs = 0 }) => acceptedAtMs - sentAtMs);
  return { gapMs: gaps.reduce((a, b) => Math.max(a, b), 0), longestMs: waits.reduce((a, b) => Math.max(a, b), 0) };
}

describe.skipIf(whyNot)('three hosts', () => {
  test.each(runs)('$name', async ({ name, failures }) => {
    const [first] = (await open()) as [Host];
    const people = await makeWearers(databaseAt(first), wearers);
    const journal = new Journal();
    let isOver = false;
    let isChecked = false;
    const load = wear(people, journal, {
      ports: () => hosts.map(({ httpPort }) => httpPort),
      mqttPorts: new Map(hosts.map(({ httpPort, mqttPort }) => [httpPort, mqttPort])),
      everyMs: 1_000,
      patienceMs: devicePatienceMs,
      keepsAddress: true,
      isImpact: (device, reading) => reading % readingsBetweenImpacts === 3 + (device % 90),
      isOver: () => isOver,
    });
    const notified = watchNotified(
      () => hosts.filter(({ isUp }) => isUp).map((host) => databaseAt(host)),
      () => isChecked,
    );
    await pause(warmUpMs);
    for (const failure of failures) await fail(failure);
    isOver = true;
    await load;
    const verdict = await check(databaseAt(first), journal);
    isChecked = true;
    const delays = listDelays(journal, await notified);
    const { gapMs, longestMs } = measureAcceptance(journal);
    const latestMs = Math.max(...delays);
    say(
      `three hosts: ${name}`,
      `${failures.length} failures, ${wearers} readings/s: ${summarizeCounts(journal, verdict)}; longest time in which nothing was accepted ${gapMs} ms, ` +
        `in which a device was not accepted ${longestMs} ms; alerts after the answer: p50 ${percentile(delays, 0.5)} ms, ` +
        `p99 ${percentile(delays, 0.99)} ms, latest ${latestMs} ms`,
    );
    expect(journal.faults).toEqual([]);
    expect(journal.refused).toEqual([]);
    expect(verdict).toMatchObject(flawless);
    expectWithin('accepting while a host dies', longestMs, 15_000);
    expectWithin('alerts while a host dies', latestMs, 20_000);
  });
});
