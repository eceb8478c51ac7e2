import { afterEach, expect, test, vi } from 'vitest';
import { Fallwatch } from '../src/index.js';

const north = 'https://north.example.org';
const south = 'https://south.example.org';
const me = (headers: Record<string, string> = {}) => Response.json({ success: true, data: { id: '1' } }, { headers });

/** A service whose answers the test says; returns where the requests went. */
function open(baseUrl: string, answer: (request: Request) => Response) {
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(new URL(request.url).origin);
    return answer(request);
  };
  return { asked, fallwatch: new Fallwatch({ baseUrl, token: 't', fetch }) };
}

afterEach(() => vi.unstubAllGlobals());

test('requests and the live stream go to the cell that an answer has named', async () => {
  const { asked, fallwatch } = open(north, ({ url }) => {
    if (url.endsWith('/api/events')) return new Response('event: ready\nid: 1\ndata: {}\n\n');
    return me(url.startsWith(north) ? { 'fallwatch-cell': south } : {});
  });
  await fallwatch.get('/api/me');
  await fallwatch.get('/api/me');
  for await (const { type } of fallwatch.follow()) if (type === 'ready') break;
  expect(asked).toEqual([north, south, south]);
  expect(fallwatch.address).toBe(south);
});

test('a cell that does not answer is left, and found again', async () => {
  let isSouthUp = false;
  const { asked, fallwatch } = open(north, ({ url }) => {
    if (url.startsWith(north)) return me({ 'fallwatch-cell': south });
    if (!isSouthUp) throw new TypeError('fetch failed');
    return me();
  });
  fallwatch.address = south;
  await expect(fallwatch.get('/api/me')).rejects.toMatchObject({ code: 'UNREACHABLE' });
  isSouthUp = true;
  await fallwatch.get('/api/me');
  await fallwatch.get('/api/me');
  expect(asked).toEqual([south, north, south]);
});

test('a cell that does not answer in time is left', async () => {
  const fetch = ({ signal }: Request) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const fallwatch = new Fallwatch({ baseUrl: north, fetch });
  fallwatch.address = south;
  await expect(fallwatch.get('/api/me', { signal: AbortSignal.timeout(20) })).rejects.toThrow();
  expect(fallwatch.address).toBe(north);
});

test.each([
  ['in a page', 'https://page.example.org', south],
  ['to an unencrypted one', undefined, 'http://south.example.org'],
  ['without an address', undefined, 'south'],
])('no other address is used %s', async (_, page, cell) => {
  vi.stubGlobal('location', page && new URL(page));
  const { asked, fallwatch } = open(north, () => me({ 'fallwatch-cell': cell }));
  await fallwatch.get('/api/me');
  await fallwatch.get('/api/me');
  expect(asked).toEqual([north, north]);
});
