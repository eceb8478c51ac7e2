import { expect, test } from 'vitest';
import { goneDatabase, testServer } from '../../test/harness.js';
import { pairedDevice } from '../../test/pairing.js';
import { patient } from '../../test/people.js';
import { ownChanges } from '../platform/db/changes.js';
import type { Event } from '../platform/events/events.js';
import { createCredentialReader } from './credential.js';

/** A reader whose database can be taken away. */
async function createReader() {
  const { platform } = await testServer();
  const gone = await goneDatabase();
  const listeners: ((event: Event) => void)[] = [];
  const events = {
    ...platform.events,
    subscribe: (listener: (event: Event) => void) => {
      listeners.push(listener);
      return () => {};
    },
  };
  let isAway = false;
  const own = {
    ...platform,
    events,
    // Another database has its own outages.
    changes: ownChanges,
    get db() {
      return isAway ? gone : platform.db;
    },
  };
  return {
    reader: createCredentialReader(own),
    publish: (event: Event) => {
      for (const listener of listeners) listener(event);
    },
    loseDatabase: () => {
      isAway = true;
    },
    close: () => gone.destroy(),
  };
}

test('a device that was known stays known while the database is away, unless it is told that it ended', async () => {
  const ann = await patient();
  const [watch, belt] = [await pairedDevice(ann), await pairedDevice(ann)];
  const { reader, publish, loseDatabase, close } = await createReader();
  try {
    expect(reader.peek(watch.credential)).toBeUndefined();
    const actor = await reader.find(watch.credential);
    expect(actor).toMatchObject({ id: ann.id, role: 'PATIENT', device: { id: watch.id, macAddress: watch.mac } });
    expect(reader.peek(watch.credential)).toBe(actor);

    loseDatabase();
    publish({ type: 'changes.missed' });
    expect(reader.peek(watch.credential)).toBeUndefined();
    await expect(reader.find(watch.credential)).rejects.toThrow();
    expect(await reader.findOrLast(watch.credential)).toBe(actor);
    await expect(reader.findOrLast(belt.credential)).rejects.toThrow();

    publish({ type: 'credential.ended', credentialId: actor?.device?.credentialId ?? '' });
    await expect(reader.findOrLast(watch.credential)).rejects.toThrow();
  } finally {
    await close();
  }
});

test('a wrong secret is not accepted for a credential that is cached', async () => {
  const watch = await pairedDevice(await patient());
  const { reader, close } = await createReader();
  const wrong = `${watch.credential.slice(0, -32)}${'x'.repeat(32)}`;
  expect(await reader.find(watch.credential)).toBeDefined();
  for (const look of [reader.peek, reader.find, reader.findOrLast]) expect(await look(wrong)).toBeUndefined();
  await close();
});
