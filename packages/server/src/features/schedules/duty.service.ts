/** Who is on duty now and later. */
import type { Context } from '../../platform/context.js';
import { parseStart } from '../../platform/dates.js';
import { invalid } from '../../platform/refusal.js';
import * as duty from './duty.store.js';
import { isMissing, joinParts, overlaps, type Part } from './schedules.rules.js';
import type { Gap, OnDuty, Schedule, Shift, Shifts, ShiftsQuery } from './schedules.schema.js';
import * as store from './schedules.store.js';

const dayMs = 86_400_000;
/** Gaps are shown this long before they happen, and shifts without a given end. */
const aheadDays = 28;
const longestDays = 400;

/** Parts of the schedules that overlap the period, whole. */
async function listParts(ctx: Context, scheduleIds: readonly string[], from: string, to: string) {
  if (scheduleIds.length === 0) return [];
  return joinParts(await duty.listSegments(ctx.db, { scheduleIds, from, to })).filter((part) =>
    overlaps(part, from, to),
  );
}

function addDays(at: string, days: number): string {
  return new Date(Date.parse(at) + days * dayMs).toISOString();
}

export async function listShifts(ctx: Context, scheduleId: string, from: string, to: string): Promise<Shifts> {
  const parts = await listParts(ctx, [scheduleId], from, to);
  return { shifts: parts.flatMap(toShift), gaps: parts.flatMap(toGap) };
}

/** The shifts of all schedules that overlap the period. */
export async function listShiftsOfAll(ctx: Context, from: string, to: string): Promise<Shift[]> {
  const schedules = await store.listSchedules(ctx.db, null);
  const ids = schedules.map(({ id }) => id);
  return (await listParts(ctx, ids, from, to)).flatMap(toShift);
}

export async function listRequestedShifts(ctx: Context, scheduleId: string, query: ShiftsQuery): Promise<Shifts> {
  const fromMs = query.from === undefined ? ctx.clock.nowMs() : parseStart('from', query.from);
  const toMs = query.to === undefined ? fromMs + aheadDays * dayMs : parseStart('to', query.to);
  if (toMs <= fromMs || toMs > fromMs + longestDays * dayMs)
    throw invalid({ to: `must be after from, by at most ${longestDays} days; got "${query.to}"` });
  return listShifts(ctx, scheduleId, new Date(fromMs).toISOString(), new Date(toMs).toISOString());
}

/** For each schedule who is on duty at this time, or null. All schedules, if none are named. */
export async function listOnDuty(
  ctx: Context,
  at: string = ctx.now(),
  scheduleIds?: readonly string[],
): Promise<OnDuty[]> {
  const schedules = (await store.listSchedules(ctx.db, null)).filter(({ id }) => scheduleIds?.includes(id) ?? true);
  const ids = schedules.map(({ id }) => id);
  const parts = groupBySchedule(await listParts(ctx, ids, at, addDays(at, 1)));
  return schedules.map((schedule) => toOnDuty(schedule, parts.get(schedule.id) ?? [], at));
}

/** What the list says about each schedule beyond its own fields: one query for all of them. */
export async function listStates(ctx: Context, ids: readonly string[]): Promise<Map<string, DutyState>> {
  const now = ctx.now();
  const parts = groupBySchedule(await listParts(ctx, ids, now, addDays(now, aheadDays)));
  return new Map(ids.map((id) => [id, toState(parts.get(id) ?? [], now)]));
}

export type DutyState = Pick<Schedule, 'onDuty' | 'onDutyUntil' | 'nextGap'>;

function toState(parts: readonly Part[], now: string): DutyState {
  const [current] = parts;
  return {
    onDuty: (current && toPerson(current)) ?? null,
    onDutyUntil: current?.endsAt ?? now,
    nextGap: parts.filter(isMissing).flatMap(toGap)[0] ?? null,
  };
}

function groupBySchedule(parts: readonly Part[]): Map<string, Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) groups.set(part.scheduleId, [...(groups.get(part.scheduleId) ?? []), part]);
  return groups;
}

function toOnDuty({ id, name, zone }: store.ScheduleRow, parts: readonly Part[], at: string): OnDuty {
  const [current, next] = parts;
  const user = (current && toPerson(current)) ?? null;
  return {
    scheduleId: id,
    name,
    zone,
    user,
    source: user && current ? current.source : null,
    reason: current?.reason ?? null,
    from: current?.startsAt ?? at,
    until: current?.endsAt ?? at,
    next: (next && toPerson(next)) ?? null,
  };
}

function toPerson({ reason, userId, name }: Part): Shift['user'] | null {
  return reason === null && userId !== null && name !== null ? { id: userId, name } : null;
}

function toShift(part: Part): Shift[] {
  const user = toPerson(part);
  return user ? [{ user, from: part.startsAt, until: part.endsAt, source: part.source }] : [];
}

function toGap({ startsAt, endsAt, reason }: Part): Gap[] {
  return reason === null ? [] : [{ from: startsAt, until: endsAt, reason }];
}

/** Schedule → the person on duty now. Schedules without one are absent. One query, for the steps of escalations. */
export async function findPeopleOnDuty(
  ctx: Context,
  scheduleIds: readonly string[],
  at: string,
): Promise<Map<string, duty.PersonOnDuty>> {
  if (scheduleIds.length === 0) return new Map();
  const people = await duty.listPeopleOnDuty(ctx.db, scheduleIds, at);
  return new Map(people.map((person) => [person.scheduleId, person]));
}
