import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, expect, test } from 'vitest';
import { expectWithin } from '../times.js';
import { check, flawless, formatCounts, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { type Api, listPorts, mapMqttPorts, openSite, type Site } from './site.js';

/**
 * R16 of docs/reliability.md: the processes are stopped with SIGTERM and started again, one after the other, under
 * load, behind the equivalent of a proxy: connections are kept, and requests go to the processes whose /readyz answers
 * 200. Devices with MQTT keep their connection until the process ends it. No request and no message may be cut off,
 * refused or left without an answer.
 */
const restarts = 5;
const stopLimitMs = 15_000;

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** Like a proxy: checks twice a second whether a process is ready. */
async function probe(port: number, ready: Set<number>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const signal = AbortSignal.timeout(1_000);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined);
    if (answer?.ok) ready.add(port);
    else ready.delete(port);
    await pause(500);
  }
}

/** Stops the next process once the one before is ready again. */
async function restartInTurn({ apis }: Site, ready: ReadonlySet<number>) {
  const stops: { code: number | null; ms: number }[] = [];
  for (let count = 0; count < restarts; count++) {
    await pause(1_000);
    const api = apis[count % apis.length] as Api;
    stops.push(await api.stop());
    await api.start();
    while (ready.size < apis.length) await pause(100);
  }
  await pause(1_000);
  return stops;
}

test.each(['small', 'cluster'] as const)(
  `${restarts} rolling restarts under load, %s profile: no loss, no resets`,
  async (profile) => {
    const env = { RATE_LIMIT_SENSOR: '20/1s', STOP_DELAY: '2s' };
    const opened = await openSite({ profile, apis: 2, wearers: 60, env });
    site = opened;
    const journal = new Journal();
    let stops: Awaited<ReturnType<typeof restartInTurn>> | undefined;
    const isOver = () => stops !== undefined;
    const ready = new Set(listPorts(opened)());
    const load = wear(opened.wearers, journal, {
      ports: () => [...ready],
      mqttPorts: mapMqttPorts(opened),
      everyMs: 250,
      isImpact: (device, reading) => reading === 2 + device,
      isOver,
    });
    const probing = [...ready].map((port) => probe(port, ready, isOver));
    // After a long stall of this process its devices send on connections that were closed meanwhile.
    const stalls = monitorEventLoopDelay();
    stalls.enable();
    stops = await restartInTurn(opened, ready);
    await Promise.all([load, ...probing]);
    stalls.disable();
    const stallMs = Math.round(stalls.max / 1e6);
    const verdict = await check(opened.postgres.url, journal);
    const slowest = Math.max(...stops.map(({ ms }) => ms));
    say(
      `rolling restarts, ${profile} profile`,
      `${restarts} restarts: ${summarizeCounts(journal, verdict)}; interrupted or refused: ${formatCounts(journal.broken)}; ` +
        `stopped within ${slowest} ms; longest stall of the devices ${stallMs} ms`,
    );

    expect(Object.fromEntries(journal.broken)).toEqual({});
    expect(journal.faults).toEqual([]);
    expect(journal.refused).toEqual([]);
    expect(verdict).toMatchObject(flawless);
    expect(stops.map(({ code }) => code)).toEqual(stops.map(() => 0));
    expectWithin('a process stops under load', slowest, stopLimitMs);
    expect(verdict.accepted).toBeGreaterThan(1_000);
    expect(verdict.falls).toBeGreaterThan(50);
    expect(journal.mqtt.connections).toBeGreaterThan(opened.wearers.length);
  },
);
