/** Schedules as calendars that others subscribe to, by a secret address. */
import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { notFound } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { toCalendar } from './calendars.rules.js';
import { listShifts } from './duty.service.js';
import type { ScheduleCalendar } from './feeds.schema.js';
import type { ScheduleDetail } from './schedules.schema.js';
import { readSchedule } from './schedules.service.js';
import { findScheduleByCalendar, updateSchedule } from './schedules.store.js';

const dayMs = 86_400_000;
const secretBytes = 16;
const [daysBack, daysAhead] = [31, 365];
const ending = '.ics';

/** An earlier address ends: only the hash of the newest is stored. */
export function createCalendar(ctx: Context, id: string): Promise<ScheduleCalendar> {
  return inTransaction(ctx, async (ctx) => {
    const secret = randomBytes(secretBytes).toString('base64url');
    await updateSchedule(ctx.db, id, { calendarHash: hashToken(secret), calendarCreatedAt: ctx.now() });
    await recordAudit(ctx, 'schedule.update', null);
    return { url: `${ctx.config.publicUrl}/api/calendars/${secret}${ending}` };
  });
}

export function withdrawCalendar(ctx: Context, id: string): Promise<ScheduleDetail> {
  return inTransaction(ctx, async (ctx) => {
    await updateSchedule(ctx.db, id, { calendarHash: null, calendarCreatedAt: null });
    await recordAudit(ctx, 'schedule.update', null);
    return readSchedule(ctx, id);
  });
}

/** Names and times of people on duty, nothing else. */
export async function readCalendar(ctx: Context, file: string): Promise<string> {
  const secret = file.endsWith(ending) ? file.slice(0, -ending.length) : '';
  const schedule = await findScheduleByCalendar(ctx.db, hashToken(secret));
  if (!schedule) throw notFound('Calendar');
  const [from, to] = [-daysBack, daysAhead].map((days) => new Date(ctx.clock.nowMs() + days * dayMs).toISOString());
  const { shifts } = await listShifts(ctx, schedule.id, from as string, to as string);
  return toCalendar({ ...schedule, shifts, writtenAt: ctx.now() });
}
