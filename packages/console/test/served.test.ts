import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from './world.js';

/** What the service answers to clients that are no browsers. */
let world: World;
beforeAll(async () => {
  world = await createWorld('console_served');
});
afterAll(() => world?.close());

async function get(path: string, accept?: string) {
  // Node's fetch sends */* if it is given no header, as curl does.
  const answer = await fetch(`${world.origin}${path}`, accept === undefined ? {} : { headers: { accept } });
  return { status: answer.status, type: answer.headers.get('content-type')?.split(';', 1)[0] };
}

test('a client that asks for nothing else gets the page, on every path of the console', async () => {
  for (const path of ['/', '/setup', '/people/new', '/admin/people?care=none'])
    for (const accept of [undefined, '*/*', 'text/html,application/xhtml+xml,*/*;q=0.8'])
      expect([path, await get(path, accept)]).toEqual([path, { status: 200, type: 'text/html' }]);
});

test('a client that asks for JSON, a missing file and unknown paths of the API get an error', async () => {
  const refused = { status: 404, type: 'application/json' };
  expect(await get('/', 'application/json')).toEqual(refused);
  expect(await get('/people/new', 'application/json, text/plain, */*')).toEqual(refused);
  expect(await get('/metrics', 'application/openmetrics-text;version=1.0.0,*/*;q=0.1')).toEqual(refused);
  for (const path of ['/assets/gone.js', '/favicon.ico', '/api/nothing', '/api/nothing?x=1'])
    expect([path, await get(path)]).toEqual([path, refused]);
});
