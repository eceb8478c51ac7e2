/** What the live stream says about an incident, and to whom. */
import type { Context } from '../../platform/context.js';
import type { ClosedAs } from '../../platform/db/tables/alerts.js';
import { announce } from '../live/live.service.js';
import * as store from './escalation.store.js';
import type { ResponseStep } from './responders.schema.js';

/** To everybody who may know of the incident. */
export async function announceResponse(
  ctx: Context,
  { id, patientId, fallId, isDrill }: Pick<store.Escalation, 'id' | 'patientId' | 'fallId' | 'isDrill'>,
  alertId: string,
  response: ResponseStep,
): Promise<void> {
  await announce(ctx, {
    type: 'alert.response',
    to: await listInformed(ctx, { id, patientId }),
    toAdmins: true,
    data: { patientId, fallId, alertId, response, isDrill },
  });
}

export async function announceClosed(
  ctx: Context,
  { id, patientId, fallId, type }: Pick<store.Escalation, 'id' | 'patientId' | 'fallId' | 'type'>,
  as: ClosedAs,
): Promise<void> {
  await announce(ctx, {
    type: 'alert.closed',
    to: await listInformed(ctx, { id, patientId }),
    toAdmins: true,
    data: { patientId, fallId, type, closedAs: as },
  });
}

/** The assigned caregivers, and whoever got the alert on duty. */
export async function listInformed(
  ctx: Context,
  { id, patientId }: Pick<store.Escalation, 'id' | 'patientId'>,
): Promise<readonly string[]> {
  const onDuty = await store.listOnDutyRecipients(ctx.db, id);
  const caregivers = await store.listActiveCaregivers(ctx.db, [patientId]);
  return [...new Set([...(caregivers.get(patientId) ?? []), ...onDuty])];
}
