/** The settings of the daily check-in, and the wearer's own sign. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict, invalid } from '../../platform/refusal.js';
import { close } from '../escalation/escalation.service.js';
import { longestAwayDays, toExamineAt, toOpensAt, toState } from './check-ins.rules.js';
import type { CheckIn, CheckInChanges } from './check-ins.schema.js';
import * as store from './check-ins.store.js';
import { announceCheckIn, examine, takeSign } from './days.service.js';

const off = { isOn: false, by: null, zone: null, movementCounts: true, resumesOn: null, current: null };

export async function readCheckIn(ctx: Context, patientId: string): Promise<CheckIn> {
  const shown = await store.findShown(ctx.db, patientId);
  if (!shown) return { patientId, ...off, updatedAt: null, updatedBy: null };
  const { by, zone, movementCounts, resumesOn, today, updatedAt, updatedBy } = shown;
  const isAway = resumesOn !== null && today < resumesOn;
  return {
    ...{ patientId, isOn: true, by, zone, movementCounts, resumesOn: isAway ? resumesOn : null },
    ...{ current: toCurrent(shown), updatedAt, updatedBy },
  };
}

function toCurrent(shown: store.Shown): CheckIn['current'] {
  const state = toState(shown);
  const { day, dueAt, lastDay, lastDueAt, lastSignAt } = shown;
  const isDecided = state === 'CONFIRMED' || state === 'MOVED' || state === 'MISSED';
  if (!isDecided || lastDay === null || lastDueAt === null)
    return { day, state, opensAt: toOpensAt({ dueAt }), dueAt, signAt: null };
  return { day: lastDay, state, opensAt: toOpensAt({ dueAt: lastDueAt }), dueAt: lastDueAt, signAt: lastSignAt };
}

/** Partial: an absent key is unchanged. */
export async function changeCheckIn(ctx: Context, patientId: string, changes: CheckInChanges): Promise<CheckIn> {
  return inTransaction(ctx, async (ctx) => {
    const before = await store.lockPerson(ctx.db, patientId);
    const settings = await merge(ctx, before, changes);
    // What was due before the change is decided first: no change takes an alert back.
    if (before && before.dueAt <= before.now) await examine(ctx, before);
    const { resumesOn } = changes;
    if (resumesOn) await endAlert(ctx, patientId);
    const known = await store.lockPerson(ctx.db, patientId);
    const isMoved = !known || settings.by !== known.by || settings.zone !== known.zone || resumesOn !== undefined;
    const now = known?.now ?? (await store.readNow(ctx.db));
    const day = isMoved ? await store.findNextDay(ctx.db, patientId, settings, now) : known;
    const { by: byTime, ...rest } = settings;
    await store.upsertCheckIn(ctx.db, {
      ...{ patientId, byTime, ...rest, day: day.day, dueAt: day.dueAt },
      examineAt: toExamineAt({ ...day, ...rest, now, isAlerted: (known?.escalationId ?? null) !== null }),
      ...{ updatedAt: ctx.now(), updatedBy: actorId(ctx) },
    });
    await recordAudit(ctx, 'checkIn.update', patientId);
    await announceCheckIn(ctx, patientId);
    return readCheckIn(ctx, patientId);
  });
}

/** The settings after the change, checked. */
async function merge(ctx: Context, before: store.Person | undefined, changes: CheckInChanges): Promise<store.Settings> {
  const by = changes.by ?? before?.by;
  const zone = changes.zone ?? before?.zone;
  if (by === undefined || zone === undefined) {
    const problem = 'is needed to switch the check-in on';
    throw invalid({ ...(by === undefined && { by: problem }), ...(zone === undefined && { zone: problem }) });
  }
  if (zone !== before?.zone && !(await store.isZone(ctx.db, zone)))
    throw invalid({ zone: `must be an IANA time zone such as Europe/Berlin; got ${zone}` });
  const { resumesOn } = changes;
  if (resumesOn) {
    const days = await store.countDaysUntil(ctx.db, resumesOn, zone);
    if (days < 1 || days > longestAwayDays)
      throw invalid({
        resumesOn: `must be a date from tomorrow to ${longestAwayDays} days from now; got ${resumesOn}`,
      });
  }
  const { movementCounts = before?.movementCounts ?? true } = changes;
  return { by, zone, movementCounts, resumesOn: resumesOn === undefined ? (before?.resumesOn ?? null) : resumesOn };
}

async function endAlert(ctx: Context, patientId: string): Promise<void> {
  const known = await store.lockPerson(ctx.db, patientId);
  if (!known?.escalationId) return;
  await store.updateCheckIn(ctx.db, patientId, { escalationId: null });
  await close(ctx, known.escalationId, 'RECOVERED');
}

/** Idempotent. */
export function removeCheckIn(ctx: Context, patientId: string): Promise<CheckIn> {
  return inTransaction(ctx, async (ctx) => {
    if (await store.lockPerson(ctx.db, patientId)) {
      await endAlert(ctx, patientId);
      await store.deleteCheckIn(ctx.db, patientId);
      await recordAudit(ctx, 'checkIn.remove', patientId);
      await announceCheckIn(ctx, patientId);
    }
    return readCheckIn(ctx, patientId);
  });
}

/** «I’m fine». */
export function confirm(ctx: Context, patientId: string): Promise<CheckIn> {
  return inTransaction(ctx, async (ctx) => {
    const person = await store.lockPerson(ctx.db, patientId);
    const before = await readCheckIn(ctx, patientId);
    const { current } = before;
    if (!person || !current) throw conflict('The daily check-in of this person is off.');
    if (current.state === 'CONFIRMED') return before;
    if (current.state === 'UPCOMING' || current.state === 'AWAY')
      throw conflict(`Nothing is expected yet: the next check-in is possible from ${current.opensAt}.`);
    await takeSign(ctx, person, 'CONFIRMED', person.now);
    return readCheckIn(ctx, patientId);
  });
}
