import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Fallwatch } from '@fallwatch/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CellSite, openCells, signUpIn } from '../../test/cells.js';
import { caller, freshEmail, password } from '../../test/people.js';
import { profile } from '../../test/servers.js';
import { toPersonKey } from './place-keys.js';

let a: CellSite;
let b: CellSite;

/** Follows the stream through the other cell until it is live. */
async function follow(token: string, lastEventId: string) {
  const ending = new AbortController();
  const headers = { authorization: `Bearer ${token}`, 'last-event-id': lastEventId };
  const { body, status } = await fetch(`${b.url}/api/events`, { headers, signal: ending.signal });
  const pieces = (body as ReadableStream<Uint8Array>)[Symbol.asyncIterator]();
  let text = '';
  while (!text.includes('event: ready')) text += Buffer.from((await pieces.next()).value as Uint8Array).toString();
  return { status, text, pieces, leave: () => ending.abort() };
}

const countStreams = async (): Promise<number> => {
  const text = await a.ctx.metrics.scrape();
  return Number(/^fallwatch_live_streams (\d+)$/m.exec(text)?.[1]);
};

describe.runIf(profile === 'cluster')('two cells', () => {
  beforeAll(async () => {
    [a, b] = await openCells();
  });
  afterAll(async () => {
    await a.close();
    await b.close();
  });

  test('a request reaches the cell of its caller from any other', async () => {
    const person = await signUpIn(a);
    await a.enterPlaces();
    const answer = await caller(person.token, b.app).get('/profile/me');
    expect(answer).toMatchObject({ status: 200, data: { id: person.id } });
    expect(answer.headers['fallwatch-cell']).toBe(a.url);
    const changed = await caller(person.token, b.app).put('/profile/me', { firstName: 'Iris' });
    expect(changed).toMatchObject({ status: 200, data: { firstName: 'Iris' } });
    const signedIn = await caller(undefined, b.app).post('/auth/login', {
      email: person.email.toUpperCase(),
      password,
    });
    expect(signedIn).toMatchObject({ status: 200, data: { id: person.id } });
    expect(await caller(person.token, a.app).delete('/profile/me', { confirmation: true })).toMatchObject({
      status: 200,
    });
    expect(await caller(person.token, b.app).get('/profile/me')).toMatchObject({ status: 401 });
  });

  test('the client goes to the cell itself after the first answer', async () => {
    const person = await signUpIn(a);
    await a.enterPlaces();
    const asked: string[] = [];
    const send = (request: Request): Promise<Response> => {
      asked.push(new URL(request.url).origin);
      return fetch(request);
    };
    const fallwatch = new Fallwatch({ baseUrl: b.url, token: person.token, fetch: send });
    for (let turn = 0; turn < 2; turn += 1) expect(await fallwatch.get('/api/me')).toMatchObject({ id: person.id });
    expect(asked).toEqual([b.url, a.url]);
  });

  test('a forgotten password is asked for in any cell', async () => {
    const { email } = await signUpIn(a);
    await a.enterPlaces();
    const answer = await caller(undefined, b.app).post('/auth/password/forgot', { email });
    expect(answer).toMatchObject({ status: 200, headers: { 'fallwatch-cell': a.url } });
  });

  test('a question that is forgotten while it is asked is answered', async () => {
    const { id } = await signUpIn(a);
    await a.enterPlaces();
    const { directory } = b.ctx.cells as NonNullable<typeof b.ctx.cells>;
    const asked = directory.find(toPersonKey(id));
    directory.forget(toPersonKey(id));
    expect(await asked).toEqual({ name: 'a', url: a.url });
  });

  test('a stream of events passes through another cell, begins with a resync, and ends with its reader', async () => {
    const person = await signUpIn(a);
    await a.enterPlaces();
    const { status, text, leave } = await follow(person.token, '1');
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('event: resync') });
    expect(await countStreams()).toBe(1);
    leave();
    await expect.poll(countStreams).toBe(0);
  });

  test('a reader who leaves before the stream begins leaves nothing open', async () => {
    const person = await signUpIn(a);
    await a.enterPlaces();
    const headers = { authorization: `Bearer ${person.token}` };
    for (let delayMs = 0; delayMs < 20; delayMs += 1) {
      const asked = get(`${b.url}/api/events`, { headers, agent: false }).on('error', () => {});
      await pause(delayMs);
      asked.destroy();
    }
    await expect.poll(countStreams).toBe(0);
  });

  test('who is in no cell is refused as before', async () => {
    const wrong = await caller(undefined, b.app).post('/auth/login', { email: freshEmail(), password });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Invalid e-mail or password' } });
    expect(await caller('fwd_0_x', b.app).get('/profile/me')).toMatchObject({ status: 401 });
    const person = await signUpIn(b);
    expect(await caller(person.token, b.app).post('/auth/logout')).toMatchObject({ status: 200 });
    expect(await caller(person.token, b.app).get('/profile/me')).toMatchObject({ status: 401 });
  });

  test('a stop ends the streams that are passed on', async () => {
    const person = await signUpIn(a);
    await a.enterPlaces();
    const { pieces } = await follow(person.token, '1');
    await b.app.close();
    await expect(
      (async () => {
        while (!(await pieces.next()).done);
      })(),
    ).rejects.toThrow('terminated');
  });
});
