import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { listenForChanges } from './changes.js';

test.runIf(profile === 'cluster')('a process whose event loop was blocked still receives changes', async () => {
  let connections = 0;
  const note = (): void => {
    connections += 1;
  };
  const changes = listenForChanges(servers.postgres, () => {}, note, pino({ level: 'silent' }));
  await expect.poll(() => changes.areTold()).toBe(true);
  for (let count = 0; count < 3; count++) {
    // The next query is sent, and its answer arrives while the event loop is blocked.
    await setTimeout(1);
    const until = performance.now() + 900;
    while (performance.now() < until);
  }
  await expect.poll(() => changes.areTold()).toBe(true);
  expect(connections).toBe(1);
  await changes.close();
});
