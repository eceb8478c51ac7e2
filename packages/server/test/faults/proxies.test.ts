import { afterEach, expect, test } from 'vitest';
import { imageEnv } from '../image.js';
import { expectShare } from '../times.js';
import { check, flawless, formatCounts, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { createHaproxy, createNginx, type ReverseProxy } from './proxies.js';
import { say } from './say.js';
import { type Api, openSite, type Site } from './site.js';
import { isFull } from './size.js';

/**
 * The processes behind nginx, which has no health checks and keeps connections, and behind HAProxy, which follows
 * /readyz, both as configured in deploy/. Devices must not notice that processes restart one after the other, nor that
 * PostgreSQL is down for a while: the journal takes their readings.
 */
const restarts = isFull ? 10 : 2;
const awayMs = isFull ? 60_000 : 10_000;
/** At two readings a second each: 200 a second through each proxy at full size, otherwise through both together. */
const wearersEach = isFull ? 100 : 50;
const everyMs = 450;
const jitterMs = 100;
const leastGoodput = 0.95;
/** A proxy that buffers the live stream would pass on nothing before this. */
const heartbeatMs = 15_000;

let site: Site | undefined;
let proxies: readonly ReverseProxy[] = [];
afterEach(async () => {
  for (const proxy of proxies) await proxy.kill();
  await site?.close();
  site = undefined;
});

async function restartInTurn({ apis }: Site): Promise<void> {
  for (let count = 0; count < restarts; count++) {
    const api = apis[count % apis.length] as Api;
    await pause(1_500);
    await api.stop();
    await api.start();
  }
  // Waits until both processes have seen every device: 20 readings each, half of them to the process started last.
  await pause(everyMs * 20);
}

/** Returns the share of attempts that was accepted during the outage, for each journal. */
async function withoutDatabase({ postgres }: Site, journals: readonly Journal[]): Promise<number[]> {
  const before = journals.map(({ accepted, attempts }) => ({ accepted: accepted.length, attempts }));
  await postgres.kill();
  await pause(awayMs);
  const shares = journals.map(({ accepted, attempts }, index) => {
    const start = before[index] as (typeof before)[number];
    return (accepted.length - start.accepted) / (attempts - start.attempts);
  });
  await postgres.start();
  await pause(2_000);
  return shares;
}

/** The time until the first event of the live stream comes through. */
async function msUntilFirstEvent({ port }: ReverseProxy, token: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, { headers });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  return performance.now() - startedAt;
}

test(`${restarts} rolling restarts and ${awayMs / 1_000} s without PostgreSQL, behind nginx and HAProxy`, async () => {
  // As long as in the image, where it is shorter than HAProxy needs to notice: the rest is refused and sent elsewhere.
  const { STOP_DELAY = '' } = imageEnv;
  const env = { RATE_LIMIT_SENSOR: '20/1s', STOP_DELAY, TRUST_PROXY: '127.0.0.1' };
  const opened = await openSite({ profile: 'cluster', apis: 2, wearers: 2 * wearersEach, env });
  site = opened;
  proxies = [await createNginx(opened.folder, opened.apis), await createHaproxy(opened.folder, opened.apis)];
  for (const proxy of proxies) await proxy.start();
  const journals = proxies.map(() => new Journal());
  let isOver = false;
  const loads = proxies.map(({ port }, index) =>
    wear(opened.wearers.slice(index * wearersEach, (index + 1) * wearersEach), journals[index] as Journal, {
      ports: () => [port],
      everyMs,
      jitterMs,
      // Falls happen throughout, those of one device more than a minute apart.
      isImpact: (device, reading) => reading % 150 === 2 + device,
      isOver: () => isOver,
    }),
  );
  const token = opened.wearers[0]?.token ?? '';
  for (const proxy of proxies) expect(await msUntilFirstEvent(proxy, token)).toBeLessThan(heartbeatMs);

  await restartInTurn(opened);
  const afterRestarts = journals.map(({ broken, answers }) => ({
    broken: formatCounts(broken),
    answers: formatCounts(answers),
  }));
  const shares = await withoutDatabase(opened, journals);
  isOver = true;
  await Promise.all(loads);
  const joined = Journal.join(journals);
  const verdict = await check(opened.postgres.url, joined);
  const percent = shares.map((share) => `${Math.floor(1_000 * share) / 10} %`);
  for (const [index, { name }] of proxies.entries())
    say(
      `behind ${name}, cluster profile`,
      `${restarts} rolling restarts: answers ${afterRestarts[index]?.answers}, interrupted or refused: ` +
        `${afterRestarts[index]?.broken}; ${awayMs / 1_000} s without PostgreSQL: ${percent[index]} accepted`,
    );
  say('behind nginx and HAProxy, what was stored', summarizeCounts(joined, verdict));

  for (const { broken, faults, refused } of journals) {
    expect(Object.fromEntries(broken)).toEqual({});
    expect(faults).toEqual([]);
    expect(refused).toEqual([]);
  }
  for (const share of shares) expectShare('accepted behind a proxy without PostgreSQL', share, leastGoodput);
  expect(verdict).toMatchObject(flawless);
  expect(verdict.falls).toBeGreaterThanOrEqual(wearersEach);
});
