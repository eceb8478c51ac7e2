import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { createApp } from './app.js';
import { drainConnections } from './drain.js';

test('a stopping process refuses new connections, and closes open ones after their next answer', async () => {
  const { platform } = await testServer();
  const lifecycle = { isStopping: false, isDraining: false };
  const app = createApp({ ...platform, lifecycle }, () => {});
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (agent: Agent): Promise<IncomingMessage> => {
    const [answer] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer;
  };
  expect((await ask(kept)).headers.connection).toBe('keep-alive');

  lifecycle.isStopping = true;
  expect((await ask(kept)).headers.connection).toBe('keep-alive');
  lifecycle.isDraining = true;
  const drained = drainConnections(app, 10_000);
  await expect.poll(() => app.server.listening).toBe(false);
  await expect(ask(new Agent())).rejects.toThrow('ECONNREFUSED');
  const last = await ask(kept);
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  // No connection is left, so this resolves at once.
  await drained;
  await app.close();
});

test('waits for idle connections no longer than the time-out', async () => {
  const { platform } = await testServer();
  const app = createApp(platform, () => {});
  app.get('/', async () => 'here');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  await (await fetch(address)).text();
  const startedAt = performance.now();
  await drainConnections(app, 300);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
  await app.close();
});
