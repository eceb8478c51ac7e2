import { Agent } from 'node:http';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { postJson } from '../faults/client.js';
import { chooseValues } from '../faults/link.js';
import { pause } from '../faults/part.js';
import { listPorts, openSite, type Site } from '../faults/site.js';
import { isFull } from '../faults/size.js';
import type { Wearer } from '../faults/wearers.js';
import { expectWithin, percentile } from '../times.js';

/**
 * Devices that were offline for an hour come back at the same time and upload all they have recorded, while others
 * stream. Everything is stored once, each fall is found, and the stream stays fast: uploads yield to it.
 */
const { returning, recorded } = isFull ? { returning: 200, recorded: 3_600 } : { returning: 20, recorded: 300 };
const streaming = 100;
const calmMs = isFull ? 30_000 : 10_000;
const readingsPerRequest = 120;
/** Two falls of each device. */
const impactEvery = recorded / 2;
/** How much longer the slowest readings of the others may take. */
const slower = 2;
/** Below this, a doubled latency is the noise of the machine. */
const unnoticedMs = 20;

let site: Site | undefined;
const agent = new Agent({ keepAlive: true });
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** One reading a second for each device until it is over; returns the times of the answers. */
async function streamAll(wearers: readonly Wearer[], port: number, isOver: () => boolean, firstUptimeMs: number) {
  const times: number[] = [];
  const streamOne = async ({ mac, token }: Wearer): Promise<void> => {
    await pause(Math.random() * 1_000);
    for (let uptimeMs = firstUptimeMs; !isOver(); uptimeMs += 1_000) {
      const sentAt = performance.now();
      const values = chooseValues({ isImpact: false });
      const sent = { device_id: mac, uptime_ms: uptimeMs, ...values };
      const { status } = await postJson({ path: '/api/device/sensor-stream', token, port, agent }, sent);
      if (status === 200) times.push(performance.now() - sentAt);
      await pause(Math.max(0, 1_000 - (performance.now() - sentAt)));
    }
  };
  await Promise.all(wearers.map(streamOne));
  return times;
}

const isImpact = (reading: number): boolean => reading % impactEvery === 60;

/** Oldest readings first; what is refused for now is sent again after the time that the answer names. */
async function uploadBacklog({ mac, token }: Wearer, port: number, statuses: Map<number, number>): Promise<void> {
  const cameBackAtMs = Date.now();
  for (let first = 0; first < recorded; ) {
    const count = Math.min(readingsPerRequest, recorded - first);
    const readings = Array.from({ length: count }, (_, index) => {
      const reading = first + index;
      const age_ms = Date.now() - cameBackAtMs + 1_000 * (recorded - reading);
      return {
        device_id: mac,
        boot_id: 7,
        uptime_ms: 1_000 * (reading + 1),
        age_ms,
        ...chooseValues({ isImpact: isImpact(reading) }),
      };
    });
    const sentAtMs = Date.now();
    const { status, retryAfter } = await postJson({ path: '/api/device/readings', token, port, agent }, { readings });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 200) first += count;
    await pause(status === 200 ? Math.max(0, 1_000 - (Date.now() - sentAtMs)) : 1_000 * Number(retryAfter ?? 1));
  }
}

async function countStored(url: string, macs: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const readings = await client.query(
      `select count(*)::integer as stored, count(distinct (device_key, boot_id, readings.uptime_ms))::integer as different
       from readings join devices on devices.key = readings.device_key where mac_address = any($1)`,
      [macs],
    );
    const falls = await client.query(
      `select count(*)::integer as falls from falls join devices on devices.id = falls.device_id
       where mac_address = any($1) and falls.status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`,
      [macs],
    );
    return { ...readings.rows[0], ...falls.rows[0] };
  } finally {
    await client.end();
  }
}

test.each(['small', 'cluster'] as const)(
  'devices that come back upload everything while others stream, %s profile',
  async (profile) => {
    site = await openSite({ profile, apis: 1, wearers: returning + streaming });
    const [port] = listPorts(site)() as [number];
    const [back, others] = [site.wearers.slice(0, returning), site.wearers.slice(returning)];
    // The first seconds of a process are slower.
    const warmAtMs = Date.now() + 5_000;
    await streamAll(others, port, () => Date.now() > warmAtMs, 1_000_000);
    const calmAtMs = Date.now() + calmMs;
    const before = await streamAll(others, port, () => Date.now() > calmAtMs, 2_000_000);
    const statuses = new Map<number, number>();
    let isOver = false;
    const stream = streamAll(others, port, () => isOver, 3_000_000);
    const startedAtMs = Date.now();
    await Promise.all(back.map((wearer) => uploadBacklog(wearer, port, statuses)));
    const seconds = (Date.now() - startedAtMs) / 1_000;
    isOver = true;
    const during = await stream;

    const impacts = Array.from({ length: recorded }, (_, reading) => reading).filter(isImpact).length;
    const macs = back.map(({ mac }) => mac);
    // While the database is slow, readings and falls go through the journal.
    const { url } = site.postgres;
    const isComplete = async () => (await countStored(url, macs)).stored >= returning * recorded;
    await expect.poll(isComplete, { interval: 500 }).toBe(true);
    const counts = await countStored(url, macs);
    const [calm, busy] = [percentile(before, 0.99), percentile(during, 0.99)];
    process.stdout.write(
      `proof: ${returning} devices upload ${recorded} readings each in ${seconds.toFixed(0)} s, ${profile} profile: ` +
        `${counts.stored} stored, ${counts.stored - counts.different} twice, ${counts.falls} of ${impacts * returning} falls; ` +
        `answers ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}; ` +
        `p99 of ${streaming} streaming devices ${calm.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile\n`,
    );
    expect(counts).toEqual({
      stored: returning * recorded,
      different: returning * recorded,
      falls: impacts * returning,
    });
    expect([...statuses.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expectWithin('p99 of the stream while devices upload', busy, Math.max(unnoticedMs, slower * calm));
  },
);
