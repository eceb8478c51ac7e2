/**
 * Silence is an alarm, and so is a device that is about to fall silent or can no longer notice a fall. Looked for in
 * the devices' rows, apart from the stream. Each trouble is told once: its row stands until it is over.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import type { TroubleKind } from '../../platform/db/tables.js';
import { close, raise } from '../alerts/escalation.service.js';
import { announce } from '../live/live.service.js';
import { alertOf, isOver, troublePlanOf, troublesOf } from './troubles.rules.js';
import * as store from './troubles.store.js';

/** At a time: what is left is found in the next round. */
const batchSize = 500;

/** One round. Any process may run it: a row is inserted or deleted by one of them. */
export async function watchDevices(ctx: Context): Promise<void> {
  const { deviceInactiveAfterMs } = ctx.config;
  for (const trouble of await store.listTroubles(ctx.db, deviceInactiveAfterMs))
    if (isOver(trouble.kind, trouble, Date.parse(trouble.now))) await endTrouble(ctx, trouble);
  for (const device of await store.listSuspects(ctx.db, deviceInactiveAfterMs, batchSize))
    for (const kind of troublesOf(device, Date.parse(device.now))) await beginTrouble(ctx, device, kind);
}

function beginTrouble(ctx: Context, device: store.Suspect, kind: TroubleKind): Promise<void> {
  const { deviceId, userId: patientId, name, lastSeen, silentAfterMs, now } = device;
  return inTransaction(ctx, async (ctx) => {
    const since = kind === 'SILENT' ? (lastSeen ?? now) : now;
    if (!(await store.insertTrouble(ctx.db, { deviceId, kind, since, escalationId: null }))) return;
    const { escalationId } = await raise(ctx, {
      patientId,
      fallId: null,
      ...alertOf(kind, name, silentAfterMs),
      plan: troublePlanOf(kind, silentAfterMs, ctx.config.deviceOfflineAfterMs),
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
