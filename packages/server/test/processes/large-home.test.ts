import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { careEnvironment, logInAsAdmin, signUp } from './care.js';
import { fillLargeHome, largeHome } from './large-home.js';
import { type Running, send, startServer } from './process.js';

/** Searches, lists and reports of an installation with 5,000 people and a year of alerts. */
const promisedMs = 100;
const requestCount = 40;

let server: Running;
const tokens = { admin: '', caregiver: '' };

beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('namespace'), 'large_home');
  // API only: thousands of devices without readings would keep the other roles busy.
  server = await startServer({ ...careEnvironment(databaseUrl), ROLES: 'api' });
  const caregiver = await signUp(server.base, 'CAREGIVER');
  await fillLargeHome(databaseUrl, caregiver.id);
  Object.assign(tokens, { admin: (await logInAsAdmin(server.base)).token, caregiver: caregiver.token });
});
afterAll(() => server?.stop());

type CallerName = keyof typeof tokens;
const year = 'weeks=53&timeZone=Europe/Berlin';

const requests: readonly (readonly [CallerName, string])[] = [
  ['admin', '/patients?search=muller&limit=20'],
  ['admin', '/patients?search=anna%20muller%20etage&limit=20'],
  ['admin', '/patients?search=nobody-has-this-name&limit=20'],
  ['admin', '/patients?limit=100&sort=lastName&order=asc'],
  ['admin', '/patients?limit=100&page=50'],
  ['caregiver', '/patients?search=lukasz&limit=20'],
  ['caregiver', '/patients?limit=100'],
  ['caregiver', '/caregivers/alerts'],
  ['caregiver', '/patients/trends?page=5'],
  ['admin', '/patients/trends?page=50'],
  ['admin', '/patients/trends?ward=Etage%202'],
  ['admin', '/admin/users?search=weiss&limit=20'],
  ['admin', '/caregivers?search=kruger&limit=20'],
  ['admin', '/admin/devices?search=kruger%20uhr&limit=20'],
  ['admin', '/admin/devices?search=fur%20muller&limit=20'],
  ['admin', '/admin/falls?limit=20'],
  ['admin', '/admin/alerts?limit=20'],
  ['admin', '/admin/stats'],
  ['admin', '/admin/response-times?days=30'],
  ['admin', `/statistics/falls?${year}`],
  ['admin', `/statistics/falls?${year}&ward=Etage%202`],
  ['admin', `/statistics/devices?${year}`],
  ['admin', `/statistics/response-times?${year}`],
  ['caregiver', `/statistics/falls?${year}`],
  ['caregiver', `/statistics/devices?${year}`],
  ['caregiver', `/statistics/response-times?${year}`],
];

async function measure(as: CallerName, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < requestCount; i++) {
    const startedAt = performance.now();
    const { status } = await send(server.base, 'GET', path, undefined, tokens[as]);
    expect(status, path).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return times;
}

test('a search finds people without their diacritics among all of them', async () => {
  const find = async (words: string): Promise<number> => {
    const path = `/patients?limit=1&search=${encodeURIComponent(words)}`;
    return (await send(server.base, 'GET', path, undefined, tokens.admin)).body.pagination.total;
  };
  // Every tenth is called Müller, every eighth Łukasz.
  expect(await find('muller')).toBe(largeHome.people / 10);
  expect(await find('LUKASZ')).toBe(largeHome.people / 8);
  expect(await find('müller 4990')).toBe(1);
});

test(`answers take at most ${promisedMs} ms with ${largeHome.people} people`, async () => {
  process.stdout.write(`${'GET, over HTTP'.padEnd(72)}   p50 ms   p95 ms\n`);
  for (const [as, path] of requests) {
    const times = await measure(as, path);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const figures = [p50, p95].map((ms) => ms.toFixed(1).padStart(8)).join(' ');
    process.stdout.write(`${`${path} (${as})`.padEnd(72)} ${figures}\n`);
    // On a busy machine the slowest of forty requests say more about the machine: the median decides.
    expectWithin(`${path} (${as}), median`, p50, promisedMs);
  }
});

test('a file of a year has every fall, and does not hold up other requests', async () => {
  const headers = { authorization: `Bearer ${tokens.admin}` };
  const startedAt = performance.now();
  const file = fetch(`${server.base}/statistics/falls.csv?${year}`, { headers }).then((answer) => answer.text());
  const others = await measure('caregiver', '/caregivers/me');
  const lines = (await file).trimEnd().split('\r\n').length - 1;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`proof: a file of ${lines} falls in at most ${seconds} s\n`);
  expect(lines).toBe(largeHome.alerts);
  expectWithin('requests beside a file, median', percentile(others, 0.5), promisedMs);
});
