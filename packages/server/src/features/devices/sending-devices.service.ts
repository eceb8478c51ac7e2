/**
 * While the database is away a process accepts readings only from devices that it has cached. If another process is gone
 * at the same time, as with the host of both, that one's devices come here: over MQTT for the first time. So every
 * process caches all devices that send, with their credentials and the sessions of their owners.
 */
import type { Context } from '../../platform/context.js';
import * as store from './devices.store.js';

/** A device that has just begun to send, or a process that has just started, is covered after this time. */
export const cacheSendingEveryMs = 5_000;

/** Without a journal nothing is accepted while the database is away. */
export async function cacheSendingDevices(ctx: Context): Promise<void> {
  if (!ctx.journal) return;
  const { deviceCache, callerCaches } = ctx.state;
  const macs = await store.listSendingMacs(ctx.db);
  const unknown = macs.filter((mac) => deviceCache.last(mac) === undefined);
  if (unknown.length === 0) return;
  const { credentialIds, sessionIds } = await store.listCallers(ctx.db, unknown);
  await Promise.all([
    ...unknown.map(deviceCache.find),
    ...callerCaches.credentials.flatMap((find) => credentialIds.map(find)),
    ...callerCaches.sessions.flatMap((find) => sessionIds.map(find)),
  ]);
}
