import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { readingsRecorded, testServer } from './harness.js';
import {
  actAs,
  type CallerName,
  callerNames,
  lastChange,
  listChangedTables,
  nextScene,
  replacePeople,
  watchTables,
} from './matrix-cast.js';
import { rowRequests } from './matrix-requests.js';
import { call } from './people.js';

/** Tests every cell of the permission matrix through HTTP. */
const matrixFile = new URL('./permission-matrix.csv', import.meta.url);

interface Cell {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly variant: string;
  readonly caller: CallerName;
  readonly statuses: readonly number[];
}

function readCells(): Cell[] {
  const [header = [], ...lines] = readFileSync(matrixFile, 'utf8').trim().split('\n').map(splitCsv);
  return lines.map((line) => {
    const field = (name: string): string => line[header.indexOf(name)] ?? '';
    const statuses = [field('expected_status'), field('also_accept')].filter(Boolean).map(Number);
    const [id, method, path, variant] = ['id', 'method', 'path', 'variant'].map(field) as [
      string,
      string,
      string,
      string,
    ];
    return { id, method, path, variant, caller: field('caller') as CallerName, statuses };
  });
}

function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}

const cells = readCells();
const anyPath = '/<unknown path>';

describe('the matrix itself', () => {
  test('has a row with all eleven callers for every route', () => {
    const missing = routes.flatMap(({ methods: [method], url }) =>
      callerNames
        .filter((caller) => !cells.some((c) => c.method === method && `/api${c.path}` === url && c.caller === caller))
        .map((caller) => `${method} ${url} ${caller}`),
    );
    expect(missing).toEqual([]);
  });

  test('has no row for a route that does not exist', () => {
    const gone = cells.filter(
      ({ method, path }) =>
        path !== anyPath && !routes.some((route) => route.url === `/api${path}` && route.methods[0] === method),
    );
    expect(gone).toEqual([]);
  });
});

function groupById(all: readonly Cell[]): Map<string, Cell[]> {
  const groups = new Map<string, Cell[]>();
  for (const cell of all) groups.set(cell.id, [...(groups.get(cell.id) ?? []), cell]);
  return groups;
}

const { routes } = await testServer();
const rows = groupById(cells);
afterAll(await watchTables());

describe.each([...rows])('%s', (id, row) => {
  const [{ method, path, variant }] = row as [Cell];
  test.each(row)(`${method} ${path} ${variant}: $caller`, async ({ caller, statuses }) => {
    const scene = await nextScene();
    const actor = await actAs(caller, scene);
    const request = await rowRequests[id]?.(scene, actor);
    if (!request) throw new Error(`matrix-requests.ts lacks ${id}`);
    await readingsRecorded();
    const before = await lastChange();
    const sent = request.method ?? (method as 'GET');
    const answer = await call({
      token: request.token ?? actor.token,
      method: sent,
      url: request.url,
      ...(request.headers ? { headers: request.headers } : {}),
      ...(request.body ? { payload: request.body } : {}),
    });
    // What is only read serves the next cell too.
    if (answer.status < 400 && sent !== 'GET') replacePeople(scene, caller);
    expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
    if (answer.status < 400) return;
    // Denied: the answer contains nothing of the target, and nothing has changed.
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['success', 'error']));
    expect(answer.body.data).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toMatch(scene.canaries);
    expect(await listChangedTables(before)).toEqual([]);
  });
});
