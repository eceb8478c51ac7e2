import { expect, test } from 'vitest';
import { createBreaker } from './breaker.js';

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A fake server that can be away and counts its calls. */
function calling(restMs: number) {
  const server = { isAway: false, calls: 0, takesMs: 0 };
  const guarded = createBreaker(restMs);
  const call = () =>
    guarded(async () => {
      server.calls += 1;
      await after(server.takesMs);
      if (server.isAway) throw new Error('away');
      return 'answer';
    });
  return { server, call };
}

test('calls a server that answers every time', async () => {
  const { server, call } = calling(50);
  expect(await Promise.all([call(), call(), call()])).toEqual(['answer', 'answer', 'answer']);
  expect(server.calls).toBe(3);
});

test('after a failure makes no calls, then one trial call, and all calls again once the trial call succeeded', async () => {
  const { server, call } = calling(50);
  Object.assign(server, { isAway: true, takesMs: 30 });
  await expect(call()).rejects.toThrow('away');
  await expect(call()).rejects.toThrow('away');
  expect(server.calls).toBe(1);
  await after(60);
  server.isAway = false;
  const first = call();
  await expect(call()).rejects.toThrow('away');
  expect(await first).toBe('answer');
  expect(await call()).toBe('answer');
  expect(server.calls).toBe(3);
});

test('a failed trial call restarts the rest period', async () => {
  const { server, call } = calling(50);
  server.isAway = true;
  await expect(call()).rejects.toThrow('away');
  await after(60);
  await expect(call()).rejects.toThrow('away');
  await expect(call()).rejects.toThrow('away');
  expect(server.calls).toBe(2);
});

test('an error that is not an outage does not affect other callers', async () => {
  const guarded = createBreaker(50, (fault) => (fault as Error).message === 'away');
  const fail = (message: string) => guarded(() => Promise.reject(new Error(message)));
  await expect(fail('your own')).rejects.toThrow('your own');
  expect(await guarded(async () => 'answer')).toBe('answer');
  await expect(fail('away')).rejects.toThrow('away');
  await expect(guarded(async () => 'answer')).rejects.toThrow('away');
});
