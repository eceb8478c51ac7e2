/**
 * Decides the days: a sign, or an alert. Each person's row says when to look next, so people whose window is closed cost
 * nothing.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import type { CheckInSign } from '../../platform/db/tables/check-ins.js';
import { close, listCaregivers, raise } from '../escalation/escalation.service.js';
import { announce } from '../live/live.service.js';
import { createWellbeingPlan } from '../plans/plans.rules.js';
import { readPlanSettings } from '../plans/plans.service.js';
import { readUnheardMs } from '../troubles/listening.service.js';
import { type Day, isMissed, toExamineAt, toLookSince, toMessage, toOpensAt } from './check-ins.rules.js';
import * as store from './check-ins.store.js';

/** People per transaction: the others wait for the next one. */
const batchSize = 100;

/** One round. Any process may run it: each person is claimed. */
export async function watchCheckIns(ctx: Context): Promise<void> {
  while ((await inTransaction(ctx, examineSome)) === batchSize);
}

async function examineSome(ctx: Context): Promise<number> {
  const due = await store.claimDue(ctx.db, batchSize);
  for (const person of due) await examine(ctx, person);
  return due.length;
}

/** Call with the person's row locked. */
export async function examine(ctx: Context, person: store.Person): Promise<void> {
  const { patientId, movementCounts, escalationId, now, dueAt, examineAt, isActive } = person;
  const isAlerted = escalationId !== null;
  const isOpen = toOpensAt(person) <= now;
  if (!isActive) {
    await follow(ctx, person, escalationId);
    return;
  }
  if (movementCounts && (isAlerted || isOpen)) {
    const movedAt = await store.findMovedAt(ctx.db, patientId, toLookSince({ ...person, isAlerted }), now);
    if (movedAt !== null) return takeSign(ctx, person, 'MOVED', movedAt);
  }
  if (now >= dueAt && isMissed(dueAt, now, await readUnheardMs(ctx, toOpensAt(person)))) return miss(ctx, person);
  await store.updateCheckIn(ctx.db, patientId, { examineAt: toExamineAt({ ...person, isAlerted }) });
  // The window has just opened: the wearer's screen shows the button.
  if (isOpen && examineAt <= toOpensAt(person)) await announceCheckIn(ctx, patientId);
}

/** A sign ends the alert, and decides each day whose window is open: after an outage there may be two. */
export async function takeSign(ctx: Context, person: store.Person, sign: CheckInSign, signAt: string): Promise<void> {
  const { patientId, escalationId } = person;
  if (escalationId !== null) {
    await store.updateLastDay(ctx.db, patientId, sign, signAt);
    await close(ctx, escalationId, 'RECOVERED');
  }
  let { day, dueAt }: Day = person;
  while (toOpensAt({ dueAt }) <= signAt) {
    await store.insertDay(ctx.db, { patientId, day, dueAt, sign, signAt });
    ({ day, dueAt } = await store.findNextDay(ctx.db, patientId, person, person.now));
  }
  await update(ctx, person, { day, dueAt }, null);
  await announceCheckIn(ctx, patientId);
}

/** One open alert for each person: while nobody has answered it, a further day adds nothing to it. */
async function miss(ctx: Context, person: store.Person): Promise<void> {
  const { patientId, day, dueAt, now, by, zone, movementCounts, isAnswered } = person;
  let { escalationId } = person;
  if (escalationId !== null && isAnswered) await close(ctx, escalationId, 'RESOLVED');
  if (escalationId === null || isAnswered)
    ({ escalationId } = await raise(ctx, {
      patientId,
      fallId: null,
      type: 'CHECK_IN_MISSED',
      severity: 'MEDIUM',
      message: toMessage(by, zone, movementCounts),
      plan: createWellbeingPlan(await readPlanSettings(ctx, patientId)),
    }));
  await store.insertDay(ctx.db, { patientId, day, dueAt, sign: null, signAt: null, missedAt: now });
  await follow(ctx, person, escalationId);
  await announceCheckIn(ctx, patientId);
}

/** Goes on with the next day whose time is still to come. */
async function follow(ctx: Context, person: store.Person, escalationId: string | null): Promise<void> {
  await update(ctx, person, await store.findNextDay(ctx.db, person.patientId, person, person.now), escalationId);
}

async function update(ctx: Context, person: store.Person, { day, dueAt }: Day, escalationId: string | null) {
  const isAlerted = escalationId !== null;
  const examineAt = toExamineAt({ ...person, day, dueAt, isAlerted });
  await store.updateCheckIn(ctx.db, person.patientId, { day, dueAt, escalationId, examineAt });
}

/** To everybody who sees it: the wearer's button, and the state on the person's page. */
export async function announceCheckIn(ctx: Context, patientId: string): Promise<void> {
  const to = [patientId, ...(await listCaregivers(ctx, patientId))];
  await announce(ctx, { type: 'checkIn.changed', to, toAdmins: true, data: { patientId } });
}
