import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { type CrowdedServers, startCrowdedServers } from './crowded-servers.js';
import { readDocumentedGets } from './documented-lists.js';
import {
  type CallerName,
  type Cases,
  createCases,
  explainedRequests,
  type ListRequest,
  largeLists,
  type Targets,
} from './list-requests.js';
import { bigTables, findPlanProblems, listSorts, type Statement } from './plans.js';
import { send } from './process.js';

/**
 * Lists stay fast on a database of realistic size: 2,000 patients, 200 caregivers, 20,000 falls and 5,000 devices.
 */
const maxStatements = 10;
const promisedMs = 50;
const requestCount = 40;

/** These lists return everything without pages. A person has at most ten webhooks and ten contact points. */
const unpaged = [
  '/admin/contact-points/failing',
  '/admin/users/{id}/contact-points',
  '/alerts/{id}/thread',
  '/admin/readiness',
  '/caregivers/alerts',
  '/contact-points',
  '/device/{id}/credentials',
  '/outbox',
  '/patients/{id}/devices',
  '/profile/sessions',
  '/schedules',
  '/schedules/on-duty',
  '/webhooks',
];

/** Bytes of an id, a time and PostgreSQL's overhead. */
const maxSortedWidth = 64;
/** The rows of one page may be sorted whole. */
const maxPage = 100;

let databaseUrl: string;
let servers: CrowdedServers;
let cases: Cases;
const documentedLists = readDocumentedGets();

beforeAll(async () => {
  databaseUrl = await createDatabase(inject('namespace'), 'lists');
  servers = await startCrowdedServers(databaseUrl);
  cases = createCases(await findTargets());
});
afterAll(() => servers?.stop());

async function get({ as, path }: ListRequest): Promise<Awaited<ReturnType<typeof send>>> {
  return send(servers.server.base, 'GET', path, undefined, servers.tokens[as]);
}

async function findTargets(): Promise<Targets> {
  const { server, ids, tokens } = servers;
  const readFirst = async (as: CallerName, path: string) => (await get({ as, path })).body.data[0].id;
  const hook = { url: 'https://example.org/hook' };
  // The first request creates the keys.
  await get({ as: 'admin', path: '/push/key' });
  return {
    ...ids,
    busyFall: await readFirst('busyPatient', '/falls?status=CONFIRMED&limit=1'),
    quietFall: await readFirst('quietPatient', '/falls?limit=1'),
    messageId: await readFirst('busyPatient', '/messages?limit=1'),
    alertId: await readFirst('busyCaregiver', '/caregivers/alerts'),
    webhookId: (await send(server.base, 'POST', '/webhooks', hook, tokens.busyCaregiver)).body.data.id,
    scheduleId: await addSchedules(),
  };
}

/** Of the busy caregiver, and of another. */
async function addSchedules(): Promise<string> {
  const { server, ids, tokens } = servers;
  const add = async (member: string): Promise<string> => {
    const body = { name: 'Nights', zone: 'Europe/Berlin', startOn: '2026-01-01', handOver: '08:00', members: [member] };
    return (await send(server.base, 'POST', '/schedules', body, tokens.admin)).body.data.id;
  };
  await add(ids.quietCaregiver);
  return add(ids.busyCaregiver);
}

function lastPages(): Promise<ListRequest[]> {
  return Promise.all(
    largeLists.map(async ({ as, path }) => {
      const { body } = await get({ as, path });
      return { as, path: `${path}&page=${body.pagination.totalPages}` };
    }),
  );
}

interface Inspection {
  readonly statements: readonly Statement[];
  readonly rows: number;
}

/** One request with all its statements, including the lookup of the session. */
async function inspect({ as, path }: ListRequest): Promise<Inspection> {
  // Clears the caches: each request looks up its session.
  const { platform, app, statementLog, tokens } = servers;
  platform.events.tell({ type: 'changes.missed' });
  statementLog.take();
  const token = tokens[as];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method: 'GET', url: `/api${path}`, headers });
  expect(answer.statusCode, `GET ${path}: ${answer.body}`).toBe(200);
  const { data } = answer.json();
  return { statements: statementLog.take(), rows: Array.isArray(data) ? data.length : 1 };
}

interface Times {
  readonly p50: number;
  readonly p95: number;
}

async function measure(request: ListRequest): Promise<Times> {
  const times: number[] = [];
  for (let i = 0; i < requestCount; i++) {
    const startedAt = performance.now();
    const { status } = await get(request);
    expect(status, request.path).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function toLabel({ as, path }: ListRequest): string {
  return `${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')} (${as})`;
}

test('the database is of that size', async () => {
  const counts = await inDatabase(async (client) => {
    const sizes: Record<string, number> = {};
    for (const table of [...bigTables, 'device_log'])
      sizes[table] = Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
    return sizes;
  });
  process.stdout.write(`rows: ${JSON.stringify(counts)}\n`);
  expect(counts.users).toBeGreaterThanOrEqual(2_200);
  expect(counts.assignments).toBeGreaterThanOrEqual(2_000);
  expect(counts.devices).toBeGreaterThanOrEqual(5_000);
  for (const table of ['falls', 'alerts', 'messages', 'system_log'])
    expect(counts[table], table).toBeGreaterThanOrEqual(10_000);
});

test('every GET route of the API document has its cases here', () => {
  expect(Object.keys(cases).toSorted()).toEqual([...documentedLists.keys()].toSorted());
});

test('every list has pages, except those that return everything', () => {
  const missing = [...documentedLists].filter(([route, { isList, hasPages }]) => {
    return isList && !hasPages && !unpaged.includes(route);
  });
  expect(missing.map(([route]) => route)).toEqual([]);
});

test('an answer takes the same few statements for any number of rows', async () => {
  const problems: string[] = [];
  for (const [route, ofRoute] of Object.entries(cases))
    for (const { few, many, rows } of ofRoute) {
      const [little, much] = [await inspect(few), await inspect(many)];
      const [count, countOfMany] = [little.statements.length, much.statements.length];
      if (count !== countOfMany) problems.push(`${toLabel(few)}: ${count} statements, with more rows ${countOfMany}`);
      if (countOfMany > maxStatements) problems.push(`${toLabel(many)}: ${countOfMany} statements`);
      const { isList, hasPages } = documentedLists.get(route) ?? {};
      if (rows && (!isList || hasPages || unpaged.includes(route)))
        expect([little.rows, much.rows], toLabel(few)).toEqual(rows);
    }
  expect(problems).toEqual([]);
});

test('the most used lists use indexes', async () => {
  const problems: string[] = [];
  for (const request of explainedRequests(servers.ids)) {
    const { statements } = await inspect(request);
    for (const problem of await inDatabase((client) => findPlanProblems(client, statements)))
      problems.push(`${toLabel(request)} ${problem}`);
  }
  expect(problems).toEqual([]);
});

test('a page near the end of a large list sorts ids, in memory', async () => {
  const problems: string[] = [];
  let largestKb = 0;
  for (const request of await lastPages()) {
    const { statements, rows } = await inspect(request);
    expect(rows, request.path).toBeGreaterThanOrEqual(1);
    for (const sort of await inDatabase((client) => listSorts(client, statements))) {
      const {
        'Actual Rows': count = 0,
        'Plan Width': width,
        'Sort Space Type': place,
        'Sort Space Used': kb = 0,
      } = sort;
      largestKb = Math.max(largestKb, kb);
      if (place === 'Disk') problems.push(`${request.path}: ${kb} kB sorted on the disk`);
      if (count > maxPage && width > maxSortedWidth)
        problems.push(`${request.path}: ${count} rows of ${width} bytes sorted`);
    }
  }
  process.stdout.write(`proof: pages near the end of large lists: at most ${largestKb} kB sorted, in memory\n`);
  expect(problems).toEqual([]);
});

test(`the median is at most ${promisedMs} ms`, async () => {
  // Pages of ten; of details, the one with much related data.
  const usual = Object.values(cases)
    .flat()
    .map(({ few, many }) => (few.path.includes('limit=10') ? few : many));
  process.stdout.write(`${'GET, over HTTP'.padEnd(66)} queries   p50 ms   p95 ms\n`);
  for (const request of usual) {
    const { p50, p95 } = await measure(request);
    const queries = (await inspect(request)).statements.length;
    const times = [p50, p95].map((ms) => ms.toFixed(1).padStart(8)).join(' ');
    process.stdout.write(`${toLabel(request).padEnd(66)} ${String(queries).padStart(7)} ${times}\n`);
    expectWithin(`${toLabel(request)}, median`, p50, promisedMs);
  }
});
