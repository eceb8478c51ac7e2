import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict, invalid } from '../../platform/refusal.js';
import type { Alert } from '../alerts/alerts.schema.js';
import { readAlert } from '../alerts/alerts.service.js';
import { listCaregivers } from '../escalation/escalation.service.js';
import { respond } from '../escalation/responding.service.js';
import { announce } from '../live/live.service.js';
import type { NewResponse, ThreadLine } from './responses.schema.js';
import * as store from './responses.store.js';

/** More than any incident has had; a list stays below 200 kB in general. */
const maxLines = 500;

export function respondToAlert(ctx: Context, alertId: string, { action, note, userId }: NewResponse): Promise<Alert> {
  if (userId !== undefined && action !== 'CALL_SECOND')
    throw invalid({ userId: `is for CALL_SECOND only; got it with ${action}` });
  if (note !== undefined && action !== 'RELEASE' && action !== 'CALL_SECOND')
    throw invalid({ note: `is for RELEASE and CALL_SECOND only; got it with ${action}. Write to the thread instead.` });
  return inTransaction(ctx, async (ctx) => {
    await respond(ctx, { alertId, userId: actorId(ctx), action, note, calledId: userId });
    return readAlert(ctx, alertId);
  });
}

export async function readThread(ctx: Context, alertId: string): Promise<ThreadLine[]> {
  const { escalationId } = await store.getIncident(ctx.db, alertId);
  return escalationId === null ? [] : store.listThread(ctx.db, escalationId, maxLines);
}

/** Also after the alert is closed: people agree on what remains to be done. */
export function writeToThread(ctx: Context, alertId: string, text: string): Promise<ThreadLine> {
  return inTransaction(ctx, async (ctx) => {
    const { escalationId, patientId, fallId } = await store.getIncident(ctx.db, alertId);
    if (escalationId === null || patientId === null) throw conflict('Nobody responds to this alert: it has no thread.');
    const id = ctx.newId();
    await store.insertMessage(ctx.db, { id, escalationId, authorId: actorId(ctx), text });
    const line = await store.getMessage(ctx.db, id);
    await announce(ctx, {
      type: 'alert.thread',
      to: await listCaregivers(ctx, patientId),
      toAdmins: true,
      data: { patientId, fallId, alertId, line },
    });
    await recordAudit(ctx, 'alert.write', patientId);
    return line;
  });
}
