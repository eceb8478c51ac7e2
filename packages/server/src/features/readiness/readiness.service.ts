/** Whether the people on whom alerts depend can be reached, and their test at the start of a shift. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { notFound } from '../../platform/refusal.js';
import { listReachable } from '../deliveries/reachable.service.js';
import { listShiftsOfAll } from '../schedules/duty.service.js';
import type { Shift } from '../schedules/schedules.schema.js';
import { listedBeforeMs, shownBeforeMs } from './readiness.rules.js';
import type { Readiness, ShiftCheck, ShiftCheckResults } from './readiness.schema.js';
import * as store from './readiness.store.js';

/** The newest check replaces the one before. */
export function recordShiftCheck(ctx: Context, results: ShiftCheckResults): Promise<ShiftCheck> {
  return inTransaction(ctx, async (ctx) => {
    const check = { checkedAt: ctx.now(), ...results };
    await store.upsertShiftCheck(ctx.db, { userId: actorId(ctx), ...check });
    await recordAudit(ctx, 'shiftCheck.record', actorId(ctx));
    return check;
  });
}

export async function readOwnReadiness(ctx: Context): Promise<Readiness> {
  const id = actorId(ctx);
  const own = (await store.listCaregivers(ctx.db, [id])).filter((one) => one.id === id);
  const [readiness] = await addState(ctx, own, await listComing(ctx));
  if (!readiness) throw notFound('Caregiver');
  return readiness;
}

/** Those without a channel first, and of these those who are on duty first. */
export async function listReadiness(ctx: Context): Promise<Readiness[]> {
  const coming = await listComing(ctx);
  const listedUntil = toTime(ctx, listedBeforeMs);
  const soon = coming.filter(({ from }) => from < listedUntil).map(({ user }) => user.id);
  const rows = await addState(ctx, await store.listCaregivers(ctx.db, soon), coming);
  const rank = ({ channels, nextDuty }: Readiness): string =>
    `${channels.length > 0 ? 1 : 0}${nextDuty?.from ?? 'not on duty'}`;
  return rows.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

const toTime = (ctx: Context, aheadMs: number): string => new Date(ctx.clock.nowMs() + aheadMs).toISOString();

/** Shifts on any schedule, in the order of their begin. */
async function listComing(ctx: Context): Promise<Shift[]> {
  const shifts = await listShiftsOfAll(ctx, ctx.now(), toTime(ctx, shownBeforeMs));
  return shifts.toSorted((one, other) => one.from.localeCompare(other.from));
}

async function addState(
  ctx: Context,
  people: readonly store.ListedCaregiver[],
  coming: readonly Shift[],
): Promise<Readiness[]> {
  const reachable = await listReachable(
    ctx,
    people.map(({ id }) => id),
  );
  return people.map((person) => {
    const next = coming.find(({ user }) => user.id === person.id);
    return {
      ...person,
      channels: reachable.get(person.id) ?? [],
      nextDuty: next ? { from: next.from, until: next.until } : null,
    };
  });
}
