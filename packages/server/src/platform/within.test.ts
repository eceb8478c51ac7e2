import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from './within.js';

test('refuses when the time is up, and says so', async () => {
  await expect(within(new Promise(() => {}), 20)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
});

test('an answer that arrived while the process itself was held up counts', async () => {
  // Where timers come next, before anything is read.
  await setImmediate();
  const work = within(stat('.'), 20);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await expect(work).resolves.toBeDefined();
});
