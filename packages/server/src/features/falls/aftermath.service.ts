/**
 * What the wearer does after a fall: shown to those who respond. It can make the next step of the escalation due
 * earlier. It never closes, delays or lowers anything: a person who moves may need help.
 */
import { type AftermathChange, fallLevels, followedMs } from '@fallwatch/detection';
import { type Context, inTransaction } from '../../platform/context.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { alertsPeople } from '../alerts/alerts.rules.js';
import { hasten, listCaregivers } from '../escalation/escalation.service.js';
import { announce } from '../live/live.service.js';
import * as store from './aftermath.store.js';

/** A reading waits no longer than this. A change that cannot be written is dropped: the plan continues without it. */
const writeTimeoutMs = 1_000;
const alertingLevels = fallLevels.filter(alertsPeople);

export interface SeenChange {
  readonly deviceId: string;
  /** The time of the reading. */
  readonly at: string;
  readonly change: AftermathChange;
}

export async function recordAftermath(ctx: Context, seen: SeenChange): Promise<void> {
  try {
    await withTimeout(write(ctx, seen), writeTimeoutMs);
  } catch (error) {
    ctx.log.warn({ err: error, deviceId: seen.deviceId }, 'aftermath was not written');
  }
}

function write(outer: Context, { deviceId, at, change }: SeenChange): Promise<void> {
  return inTransaction(outer, async (ctx) => {
    // The fall may have been recorded up to an incident's duration before the reading that made it an alert.
    const oldestMs = followedMs + ctx.config.incidentDurationMs;
    const from = new Date(Date.parse(at) - oldestMs).toISOString();
    const fall = await store.findFollowedFall(ctx.db, deviceId, from, alertingLevels);
    if (!fall) return;
    const { kind, sinceMs, isLong } = change;
    const since = new Date(sinceMs).toISOString();
    if (!(await store.insertAftermath(ctx.db, { fallId: fall.id, at, kind, since, isLong }))) return;
    if (isLong) await hasten(ctx, fall.id);
    const { id: fallId, userId: patientId } = fall;
    const to = await listCaregivers(ctx, patientId);
    await announce(ctx, { type: 'fall.aftermath', to, toAdmins: true, data: { patientId, fallId, kind, since } });
  });
}
