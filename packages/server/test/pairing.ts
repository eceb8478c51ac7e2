import { createMemoryHotState } from '../src/platform/hot/memory.js';
import type { App } from '../src/platform/http/app.js';
import { appWith, testServer } from './harness.js';
import { call, caller, freshMac, type Person } from './people.js';

/** A device that shows a code. */
export async function startPairing(mac = freshMac()) {
  const { data } = await caller().post('/device/pairings', { device_id: mac });
  return { mac, ...data } as { mac: string; deviceCode: string; userCode: string };
}

export function poll(deviceCode: string) {
  return caller().post('/device/pairings/poll', { deviceCode });
}

/** A paired device of this person, with its credential. */
export async function pairedDevice(owner: Person, mac = freshMac()) {
  const { userCode, deviceCode } = await startPairing(mac);
  const claimed = await owner.post('/device/pairings/claim', { userCode });
  if (claimed.status !== 200) throw new Error(`claim failed: ${JSON.stringify(claimed.body)}`);
  const { credential, deviceId } = (await poll(deviceCode)).data;
  return { id: deviceId as string, mac, credential: credential as string, ...caller(credential) };
}

/** From one address: wrong codes close claiming for it. */
export function claimFrom(remoteAddress: string, token: string, body: object, app?: App) {
  return call({ method: 'POST', url: '/device/pairings/claim', payload: body, token, remoteAddress }, app);
}

export function redeemFrom(remoteAddress: string, body: object, app?: App) {
  return call({ method: 'POST', url: '/device/pairings/redeem', payload: body, remoteAddress }, app);
}

/**
 * An app with limits of its own, on the test clock; Redis would use its own. For tests that send wrong codes in numbers
 * or at other times: all callers share a limit.
 */
export async function appWithOwnLimits(): Promise<App> {
  const { clock } = await testServer();
  return appWith({}, { hot: createMemoryHotState(clock) });
}
