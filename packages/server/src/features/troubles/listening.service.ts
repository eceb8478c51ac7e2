/**
 * Records when the service could receive readings. The time of a gap (a restart, an outage, a restored backup) is
 * subtracted from each device's silence: the device may have sent all the time, and our own outage must not raise
 * alerts.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { recordSystemLog } from '../logs/logs.service.js';
import * as store from './listening.store.js';

/** A restart or a short overload is not a gap: silence is measured in minutes. */
const longestPauseMs = 30_000;

/** Called by each process that receives readings, after it has written them to the devices' rows. */
export function recordListening(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const gap = await store.insertGap(ctx.db, longestPauseMs);
    await store.upsertHeardUntil(ctx.db);
    if (!gap) return;
    ctx.log.warn(gap, 'no process has listened to devices');
    const minutes = Math.ceil((Date.parse(gap.endedAt) - Date.parse(gap.beganAt)) / 60_000);
    await recordSystemLog(ctx, 'DEVICES_NOT_HEARD', { minutes: String(minutes), since: gap.beganAt });
  });
}

/** For how long since then the service did not receive readings. */
export function readUnheardMs(ctx: Context, since: string): Promise<number> {
  return store.readUnheardMs(ctx.db, since);
}
