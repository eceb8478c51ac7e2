import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { appWith } from '../../server/test/harness.js';
import { Fallwatch, FallwatchError, type LiveEvent } from '../src/index.js';
import { pair, servedOrigin } from './served.js';

/** Against a server that ends streams, cuts connections and refuses as the test says. */
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Line = (response: ServerResponse, request: IncomingMessage) => void;

/** The first script is for the first connection, and so on; the last is for all that follow. */
async function serve(...lines: Line[]): Promise<{ fallwatch: Fallwatch; asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  server = createServer((request, response) => {
    asked.push(request.headers['last-event-id'] as string | undefined);
    (lines[asked.length - 1] ?? lines.at(-1))?.(response, request);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { fallwatch: new Fallwatch({ baseUrl, token: 't' }), asked };
}

const stream = (text: string, then: 'end' | 'break' | 'stay'): Line => {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`retry: 10\n\n${text}`);
    if (then === 'end') response.end();
    if (then === 'break') setTimeout(() => response.destroy(), 20);
  };
};

async function take(events: AsyncGenerator<LiveEvent, void>, count: number): Promise<LiveEvent[]> {
  const taken: LiveEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

describe('the live stream', () => {
  test('yields events with their type, id and data', async () => {
    const { fallwatch, asked } = await serve(
      stream(
        'id: 1\nevent: ready\ndata: {}\n\n: heartbeat\nid: 3\n\nid: 4\nevent: a\ndata: {"b":\r\ndata: 1}\n\n',
        'stay',
      ),
    );
    expect(await take(fallwatch.follow(), 2)).toEqual([
      { type: 'ready', id: '1', data: {} },
      { type: 'a', id: '4', data: { b: 1 } },
    ]);
    expect(asked).toEqual([undefined]);
  });

  test('parses lines that are cut anywhere', async () => {
    const text = 'id: 1\nevent: fall\ndata: {"text":"größer"}\n\n';
    const { fallwatch } = await serve((response) => {
      response.writeHead(200);
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
    });
    expect(await take(fallwatch.follow(), 1)).toEqual([{ type: 'fall', id: '1', data: { text: 'größer' } }]);
  });

  test('ends when aborted, and throws on a final refusal', async () => {
    const { fallwatch } = await serve(stream('', 'stay'), (response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"success":false,"error":"Log in again."}'),
    );
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await take(fallwatch.follow({ signal: stop.signal }), 1)).toEqual([]);
    const refused = await take(fallwatch.follow(), 1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FallwatchError);
    expect(refused).toMatchObject({ status: 401, message: 'Log in again.' });
  });
});

describe('reconnecting', () => {
  test('reconnects after the last event when the connection ends or breaks, and yields nothing twice', async () => {
    const { fallwatch, asked } = await serve(
      stream('id: 7\nevent: a\ndata: {"n":1}\n\nid: 8\nevent: a\ndata: {"n"', 'break'),
      stream('id: 8\nevent: a\ndata: {"n":2}\n\n: heartbeat\nid: 11\n\n', 'end'),
      (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
      stream('event: resync\ndata: {}\n\nid: 12\nevent: a\ndata: {"n":3}\n\n', 'stay'),
    );
    const lost: (string | undefined)[] = [];
    const following = fallwatch.follow({ lastEventId: '6', onLost: (error) => lost.push(error?.code) });
    const events = await take(following, 4);
    // Broken, ended, refused temporarily.
    expect(lost).toEqual(['UNREACHABLE', undefined, 'UNKNOWN']);
    expect(events.map(({ type, data }) => data.n ?? type)).toEqual([1, 2, 'resync', 3]);
    // Cut after its id: event 8 never arrived whole, and must be requested again.
    expect(asked).toEqual(['6', '7', '11', '11']);
  });

  test('keeps retrying while there is no answer', async () => {
    const { fallwatch, asked } = await serve(
      (response) => response.destroy(),
      stream('id: 1\nevent: a\ndata: {}\n\n', 'stay'),
    );
    const startedAt = performance.now();
    expect(await take(fallwatch.follow({ longestPauseMs: 100 }), 1)).toHaveLength(1);
    // The first pause would be two seconds.
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect(asked).toHaveLength(2);
  });
});

describe('on the real server', () => {
  beforeAll(servedOrigin);

  test('delivers missed events first, and ends with 401 after logout', async () => {
    const { wearer, carer } = await pair();
    const app = await appWith({});
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    const listener = new Fallwatch({ baseUrl, token: carer.token });
    const write = () => wearer.post('/messages', { recipientId: carer.id, content: 'Hello' });
    const [ready] = await take(listener.follow(), 1);
    await write();
    await write();
    const events = await take(listener.follow({ lastEventId: ready?.id ?? '' }), 3);
    expect(events.map(({ type }) => type)).toEqual(['message.sent', 'message.sent', 'ready']);
    expect(events[0]?.data).toMatchObject({ senderId: wearer.id, recipientId: carer.id });

    const going = listener.follow();
    await going.next();
    await listener.post('/api/auth/logout');
    await expect(going.next()).rejects.toMatchObject({ status: 401 });
    await app.close();
  });
});
