import { Agent } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { check, flawless, formatCounts, summarizeCounts } from './checker.js';
import { postJson, wear } from './client.js';
import { type Entry, Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { type Api, listPorts, openSite, type Site } from './site.js';
import type { Wearer } from './wearers.js';

/**
 * R16 of docs/reliability.md, with an upgrade: `FORMER_CHECKOUT` is a built checkout of an earlier release. Its
 * processes are replaced by those of this one under load, one after the other, and then back again; every reading goes to
 * any of them.
 */
const former = process.env.FORMER_CHECKOUT;
const own = new URL('../../../..', import.meta.url).pathname;

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const upright = { accel_x: 0.2, accel_y: 9.7, accel_z: 0.6, gyro_x: 3, gyro_y: 2, gyro_z: 1 };
const lying = { accel_x: 9.6, accel_y: 0.4, accel_z: 1.2, gyro_x: 1, gyro_y: 0, gyro_z: 1 };
const impact = { accel_x: 14, accel_y: 16, accel_z: 9, gyro_x: 150, gyro_y: 90, gyro_z: 60 };
/** Whether it is a fall depends on the seconds before and after the impact. */
const course = [...Array(7).fill(upright), impact, ...Array(12).fill(lying), ...Array(5).fill(upright)];

/** How each second of the course is rated, when its readings go to these ports in turn. */
async function rate({ token, mac }: Wearer, ports: readonly number[], journal: Journal): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const ratings: string[] = [];
  const falls = new Set<unknown>();
  for (const [second, values] of course.entries()) {
    const port = ports[second % ports.length] as number;
    const sent = { device_id: mac, uptime_ms: 1_000 * (second + 1), ...values };
    const { status, body } = await postJson({ path: '/api/device/sensor-stream', token, port, agent }, sent);
    const { data } = JSON.parse(body);
    ratings.push(`${status} ${data?.fallLevel} ${data?.fallConfidence}`);
    // Several readings belong to the fall.
    const isImpact = typeof data?.fallEventId === 'string' && !falls.has(data.fallEventId);
    falls.add(data?.fallEventId);
    const entry: Entry = { mac, uptimeMs: sent.uptime_ms, isImpact, outcome: 'unknown', attempts: [] };
    journal.entries.push(entry);
    if (status === 200) journal.accept(entry, data.fallEventId);
    await pause(100);
  }
  agent.destroy();
  return ratings;
}

describe.runIf(former !== undefined)('an upgrade and a rollback under load', () => {
  test.each(['small', 'cluster'] as const)('%s profile: no loss, no window lost', async (profile) => {
    let checkout = former as string;
    const env = { RATE_LIMIT_SENSOR: '20/1s', STOP_DELAY: '2s' };
    const opened = await openSite({ profile, apis: 2, wearers: 44, env, checkout: () => checkout });
    site = opened;
    const [alternating, single, lone, ...wearers] = opened.wearers as [Wearer, Wearer, Wearer, ...Wearer[]];
    const [first, second] = opened.apis as [Api, Api];
    const journal = new Journal();
    const stopping = new Set<number>();
    let isOver = false;
    const load = wear(wearers, journal, {
      // Another process for each reading.
      ports: () =>
        listPorts(opened)()
          .filter((port) => !stopping.has(port))
          .toSorted(() => Math.random() - 0.5),
      everyMs: 250,
      isImpact: (device, reading) => reading === 2 + device,
      isOver: () => isOver,
    });
    const replace = async (part: Api): Promise<void> => {
      stopping.add(part.port);
      await part.stop();
      await part.start();
      stopping.delete(part.port);
      await pause(2_000);
    };
    await pause(3_000);
    checkout = own;
    await replace(first);
    const ratings = {
      alternating: await rate(alternating, [first.port, second.port], journal),
      single: await rate(single, [first.port], journal),
      former: await rate(lone, [second.port], journal),
    };
    await replace(second);
    if (opened.recorder) await replace(opened.recorder as Api);
    // The order of a rollback: the recorder last, so that the older one finds no newer records.
    checkout = former as string;
    for (const api of [first, second]) await replace(api);
    if (opened.recorder) await replace(opened.recorder as Api);
    isOver = true;
    await load;
    const verdict = await check(opened.postgres.url, journal);
    say(
      `upgrade and rollback, ${profile} profile`,
      `${summarizeCounts(journal, verdict)}; interrupted or refused: ${formatCounts(journal.broken)}; ` +
        `rated as a fall in ${ratings.single.filter((one) => !one.includes('NO_FALL')).length} of ${course.length} seconds`,
    );
    if (profile === 'cluster') expect(ratings.alternating).toEqual(ratings.single);
    // Without Redis each process has its own windows: the course shows when one is incomplete.
    else expect(ratings.alternating).not.toEqual(ratings.single);
    expect(ratings.former).toEqual(ratings.single);
    expect(new Set(ratings.single).size).toBeGreaterThan(3);
    expect(Object.fromEntries(journal.broken)).toEqual({});
    expect(journal.faults).toEqual([]);
    expect(verdict).toMatchObject(flawless);
    expect(verdict.accepted).toBeGreaterThan(1_000);
  });
});
