import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { pairedDevice } from '../../../test/pairing.js';
import { patient, reading } from '../../../test/people.js';
import { parseCredential } from '../../access/credential-token.js';
import { createContext, system } from '../../platform/context.js';
import type { Journal } from '../../platform/journal/journal.js';
import { createProcessState } from '../../process-state.js';
import { writeDeviceUpdates } from './devices.service.js';
import { cacheSendingDevices } from './sending-devices.service.js';

test('a process caches the devices that send to others, with their callers', async () => {
  const { platform, processes } = await testServer();
  const owner = await patient();
  const [belt, silent] = [await pairedDevice(owner), await pairedDevice(await patient())];
  expect(await belt.post('/device/sensor-stream', reading(belt.mac))).toHaveStatus(200);
  for (const one of processes) await writeDeviceUpdates(createContext(one.platform, system), 'all');

  const asked = { credentials: [] as string[], sessions: [] as string[] };
  const state = {
    ...createProcessState(platform),
    callerCaches: {
      credentials: [async (id: string) => asked.credentials.push(id)],
      sessions: [async (id: string) => asked.sessions.push(id)],
    },
  };
  const fresh = { ...platform, state, journal: platform.journal ?? ({} as Journal) };
  await cacheSendingDevices(createContext(fresh, system));

  expect(state.deviceCache.last(belt.mac)?.id).toBe(belt.id);
  expect(state.deviceCache.last(silent.mac)).toBeUndefined();
  expect(asked.credentials).toContain(parseCredential(belt.credential)?.id);
  expect(asked.sessions).toContain(decodeJwt(owner.token).sid);

  asked.credentials.length = 0;
  await cacheSendingDevices(createContext(fresh, system));
  expect(asked.credentials).toEqual([]);
});
