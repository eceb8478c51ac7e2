/**
 * Raises alerts for devices that are silent, about to become silent (battery), unable to detect a fall (sensors), or not worn.
 * Reads the devices' rows, independent of the stream. Each trouble alerts once: its row exists until the trouble is
 * over.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import type { TroubleKind } from '../../platform/db/tables/devices.js';
import { close, raise } from '../escalation/escalation.service.js';
import { announce } from '../live/live.service.js';
import { createTroublePlan, findTroubles, isOver, toTroubleAlert } from './troubles.rules.js';
import * as store from './troubles.store.js';
import { toAwakeSinceMs } from './wear.rules.js';

/** Devices per round: the rest is found in the next round. */
const batchSize = 500;

/** One round. Any process may run it: only one of them inserts or deletes a row. */
export async function watchDevices(ctx: Context): Promise<void> {
  const { deviceInactiveAfterMs, notWornAfterMs, wakingHours } = ctx.config;
  const awakeSinceMs = toAwakeSinceMs(Date.parse(await store.readNow(ctx.db)), wakingHours);
  const limits = { deviceInactiveAfterMs, notWornAfterMs, awakeSinceMs };
  for (const trouble of await store.listTroubles(ctx.db, limits))
    if (isOver(trouble.kind, trouble, Date.parse(trouble.now), limits)) await endTrouble(ctx, trouble);
  for (const device of await store.listSuspects(ctx.db, limits, batchSize))
    for (const kind of findTroubles(device, Date.parse(device.now), limits)) await beginTrouble(ctx, device, kind);
}

function beginTrouble(ctx: Context, device: store.Suspect, kind: TroubleKind): Promise<void> {
  const { deviceId, userId: patientId, name, lastSeen, wornAt, silentAfterMs, now } = device;
  return inTransaction(ctx, async (ctx) => {
    const began: Partial<Record<TroubleKind, string | null>> = { SILENT: lastSeen, NOT_WORN: wornAt };
    const since = began[kind] ?? now;
    if (!(await store.insertTrouble(ctx.db, { deviceId, kind, since, escalationId: null }))) return;
    const { escalationId } = await raise(ctx, {
      patientId,
      fallId: null,
      ...toTroubleAlert(kind, name, silentAfterMs),
      plan: createTroublePlan(kind, silentAfterMs, ctx.config.deviceOfflineAfterMs),
    });
    await store.updateTrouble(ctx.db, deviceId, kind, escalationId);
    if (kind === 'SILENT')
      await announce(ctx, { type: 'device.silent', to: [patientId], data: { patientId, deviceId, since } });
  });
}

function endTrouble(ctx: Context, { deviceId, userId: patientId, kind, since, escalationId }: store.OpenTrouble) {
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.deleteTrouble(ctx.db, deviceId, kind))) return;
    if (escalationId) await close(ctx, escalationId, 'RECOVERED');
    if (kind === 'SILENT')
      await announce(ctx, { type: 'device.back', to: [patientId], data: { patientId, deviceId, since } });
  });
}

/** Call before a device leaves its owner: nobody has to look after its battery or its silence any more. */
export async function closeTroubles(ctx: Context, deviceId: string): Promise<void> {
  for (const escalationId of await store.deleteTroubles(ctx.db, deviceId)) await close(ctx, escalationId, 'RECOVERED');
}
