/** On-call schedules: docs/schedules.md. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import { conflict, invalid, notFound } from '../../platform/refusal.js';
import { type DutyState, listOnDuty, listStates } from './duty.service.js';
import type {
  NewSchedule,
  NewSubstitution,
  OnDuty,
  Schedule,
  ScheduleChanges,
  ScheduleDetail,
  Substitution,
} from './schedules.schema.js';
import * as store from './schedules.store.js';

export { findPeopleOnDuty, listRequestedShifts, listShifts } from './duty.service.js';

/** One list of them, with the gaps of four weeks, is a request of 0.1 s. */
const maxSchedules = 200;
const maxSubstitutions = 500;
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const dayMs = 86_400_000;
const longestSubstitutionMs = 366 * dayMs;
const keptSubstitutionsMs = 400 * dayMs;

/** Admins see all schedules, caregivers those they are members of. */
function visibleTo({ actor }: Context): string | null {
  return actor.role === 'ADMIN' ? null : actor.id;
}

export async function listSchedules(ctx: Context): Promise<Schedule[]> {
  const rows = await store.listSchedules(ctx.db, visibleTo(ctx));
  const states = await listStates(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toSchedule(row, states.get(row.id) as DutyState));
}

export async function listVisibleOnDuty(ctx: Context): Promise<OnDuty[]> {
  return listOnDuty(ctx, ctx.now(), await store.listScheduleIds(ctx.db, visibleTo(ctx)));
}

/** Ids of the schedules that the caller may name in a plan. */
export function listVisibleIds(ctx: Context): Promise<string[]> {
  return store.listScheduleIds(ctx.db, visibleTo(ctx));
}

export async function readSchedule(ctx: Context, id: string): Promise<ScheduleDetail> {
  const row = await store.getSchedule(ctx.db, id);
  const states = await listStates(ctx, [id]);
  return {
    ...toSchedule(row, states.get(id) as DutyState),
    substitutions: await store.listSubstitutions(ctx.db, id, ctx.now()),
    planCount: await store.countPlans(ctx.db, id),
  };
}

function toSchedule(row: store.ScheduleRow, state: DutyState): Schedule {
  const { feedUrl, feedReadAt, feedTriedAt, feedFailingSince, feedProblem, ...schedule } = row;
  const feed = feedUrl === null ? null : { host: new URL(feedUrl).host };
  return {
    ...schedule,
    ...state,
    feed: feed && {
      ...feed,
      readAt: feedReadAt,
      triedAt: feedTriedAt,
      failingSince: feedFailingSince,
      problem: feedProblem,
    },
  };
}

export function createSchedule(ctx: Context, draft: NewSchedule): Promise<ScheduleDetail> {
  return inTransaction(ctx, async (ctx) => {
    const { members, turnDays = 7, weekdays = everyDay, ...fields } = draft;
    await check(ctx, draft);
    if ((await store.countSchedules(ctx.db)) >= maxSchedules)
      throw conflict(`There are ${maxSchedules} schedules already. Delete one first.`);
    const now = ctx.now();
    const id = ctx.newId();
    const row = { id, ...fields, turnDays, weekdays: weekdays.toSorted(), updatedBy: actorId(ctx) };
    await store.insertSchedule(ctx.db, { ...row, createdAt: now, updatedAt: now });
    await store.replaceMembers(ctx.db, id, members);
    await recordAudit(ctx, 'schedule.create', null);
    return readSchedule(ctx, id);
  });
}

/** Partial: an absent key is unchanged. The past is not kept: shifts are what the schedule says now. */
export function changeSchedule(ctx: Context, id: string, changes: ScheduleChanges): Promise<ScheduleDetail> {
  return inTransaction(ctx, async (ctx) => {
    const { members, weekdays, ...fields } = changes;
    await check(ctx, changes);
    const days = weekdays ? { weekdays: weekdays.toSorted() } : {};
    await store.updateSchedule(ctx.db, id, { ...fields, ...days, updatedAt: ctx.now(), updatedBy: actorId(ctx) });
    if (members) await store.replaceMembers(ctx.db, id, members);
    await recordAudit(ctx, 'schedule.update', null);
    return readSchedule(ctx, id);
  });
}

async function check(ctx: Context, { zone, members = [] }: ScheduleChanges): Promise<void> {
  if (zone !== undefined && !(await store.isZone(ctx.db, zone)))
    throw invalid({ zone: `must be a name of the tz database, like Europe/Berlin; got "${zone}"` });
  await checkAble(ctx, 'members', members);
}

async function checkAble(ctx: Context, field: string, userIds: readonly string[]): Promise<void> {
  const able = new Set(await store.listAble(ctx.db, userIds));
  const other = userIds.find((id) => !able.has(id));
  if (other !== undefined) throw invalid({ [field]: `must be active caregivers or admins; got ${other}` });
}

export function deleteSchedule(ctx: Context, id: string): Promise<{ id: string; message: string }> {
  return inTransaction(ctx, async (ctx) => {
    const count = await store.countPlans(ctx.db, id);
    if (count > 0)
      throw conflict(
        `The escalation ${count === 1 ? 'plan of 1 patient names' : `plans of ${count} patients name`} this schedule. Change ${count === 1 ? 'it' : 'them'} first.`,
      );
    await store.deleteSchedule(ctx.db, id);
    await recordAudit(ctx, 'schedule.delete', null);
    return { id, message: 'Schedule deleted' };
  });
}

export function addSubstitution(ctx: Context, scheduleId: string, draft: NewSubstitution): Promise<Substitution> {
  return inTransaction(ctx, async (ctx) => {
    const { from, until, replaces = null, user, reason = null } = draft;
    checkPeriod(from, until);
    await checkAble(ctx, 'user', user === null ? [] : [user]);
    await checkAble(ctx, 'replaces', replaces === null ? [] : [replaces]);
    if ((await store.listSubstitutions(ctx.db, scheduleId, ctx.now())).length >= maxSubstitutions)
      throw conflict(`The schedule has ${maxSubstitutions} substitutions already. Delete one first.`);
    const id = ctx.newId();
    const period = { startsAt: from, endsAt: until };
    const people = { replaces, replacesAnyone: replaces === null, userId: user };
    await store.insertSubstitution(ctx.db, { id, scheduleId, ...period, ...people, reason, createdAt: ctx.now() });
    await recordAudit(ctx, 'schedule.substitute', user);
    const all = await store.listSubstitutions(ctx.db, scheduleId, '-infinity');
    return all.find((one) => one.id === id) as Substitution;
  });
}

function checkPeriod(from: string, until: string): void {
  const lengthMs = Date.parse(until) - Date.parse(from);
  if (!(lengthMs > 0)) throw invalid({ until: `must be after from; got ${until}` });
  if (lengthMs > longestSubstitutionMs) throw invalid({ until: `must be at most 366 days after from; got ${until}` });
}

export function removeSubstitution(ctx: Context, scheduleId: string, id: string) {
  return inTransaction(ctx, async (ctx) => {
    if (!isUuid(id)) throw notFound('Substitution');
    await store.deleteSubstitution(ctx.db, scheduleId, id);
    await recordAudit(ctx, 'schedule.substitute', null);
    return { id, message: 'Substitution deleted' };
  });
}

/** Substitutions are kept for a year after they have ended. */
export function clearOldSubstitutions(ctx: Context): Promise<void> {
  return store.deleteSubstitutionsBefore(ctx.db, new Date(ctx.clock.nowMs() - keptSubstitutionsMs).toISOString());
}
