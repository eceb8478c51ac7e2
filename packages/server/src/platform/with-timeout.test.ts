import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.js';

test('refuses with a message when the time is up', async () => {
  await expect(withTimeout(new Promise(() => {}), 20)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
});

test('accepts an answer that arrived while the event loop was blocked', async () => {
  // Continue just before the timers phase, before I/O is polled.
  await setImmediate();
  const work = withTimeout(stat('.'), 20);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await expect(work).resolves.toBeDefined();
});
