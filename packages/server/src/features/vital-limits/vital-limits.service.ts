/**
 * Limits of a person's heart rate and oxygen, and the alerts about values outside them. The limits are examined once a
 * minute, when the roll-up has passed the minute: the sensor stream does no work for them.
 */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { invalid } from '../../platform/refusal.js';
import { close, raise } from '../escalation/escalation.service.js';
import { createWellbeingPlan } from '../plans/plans.rules.js';
import { readPlanSettings } from '../plans/plans.service.js';
import {
  defaultMinutes,
  type Excursion,
  findExcursion,
  findLimitProblem,
  isBackInRange,
  type MinuteOfVitals,
  toMessage,
} from './vital-limits.rules.js';
import type { VitalLimitChanges, VitalLimits } from './vital-limits.schema.js';
import * as store from './vital-limits.store.js';

const noLimits = { heartRateLow: null, heartRateHigh: null, oxygenLow: null, minutes: defaultMinutes };

export async function readLimits(ctx: Context, patientId: string): Promise<VitalLimits> {
  const own = await store.findLimits(ctx.db, patientId);
  return own ?? { patientId, ...noLimits, updatedAt: null, updatedBy: null };
}

/** Partial: an absent key is unchanged, null removes a limit or restores the usual number of minutes. */
export function changeLimits(ctx: Context, patientId: string, changes: VitalLimitChanges): Promise<VitalLimits> {
  return inTransaction(ctx, async (ctx) => {
    const { heartRateLow, heartRateHigh, oxygenLow, minutes } = await readLimits(ctx, patientId);
    const merged = { heartRateLow, heartRateHigh, oxygenLow, minutes, ...changes };
    const limits = { ...merged, minutes: merged.minutes ?? defaultMinutes };
    const problem = findLimitProblem(limits);
    if (problem) throw invalid(problem);
    await store.upsertLimits(ctx.db, { patientId, ...limits, updatedAt: ctx.now(), updatedBy: actorId(ctx) });
    await recordAudit(ctx, 'vitalLimits.update', patientId);
    return readLimits(ctx, patientId);
  });
}

/** People per transaction: the others wait for the next one. */
const batchSize = 100;

/** Examines everybody whose last minutes were rolled up since. Any process may run it: each person is claimed. */
export async function watchVitals(ctx: Context): Promise<void> {
  while ((await inTransaction(ctx, examineSome)) === batchSize);
}

async function examineSome(ctx: Context): Promise<number> {
  const due = await store.claimDue(ctx.db, batchSize);
  const [first] = due;
  if (!first) return 0;
  const { rolledUpTo } = first;
  const minutes = await store.listMinutes(ctx.db, due, rolledUpTo);
  for (const person of due) await examine(ctx, person, minutes.get(person.patientId) ?? []);
  await store.updateChecked(ctx.db, due, rolledUpTo);
  return due.length;
}

async function examine(ctx: Context, person: store.DuePerson, minutes: readonly MinuteOfVitals[]): Promise<void> {
  const { patientId, rolledUpTo } = person;
  const open = await store.findOpenExcursion(ctx.db, patientId);
  if (open) {
    if (!isBackInRange(person, open, minutes, rolledUpTo)) return;
    await store.updateEnded(ctx.db, open.escalationId, rolledUpTo);
    await close(ctx, open.escalationId, 'RECOVERED');
  }
  const found = findExcursion(person, minutes, rolledUpTo);
  if (found) await begin(ctx, person, found);
}

async function begin(ctx: Context, { patientId, minutes }: store.DuePerson, found: Excursion): Promise<void> {
  const { escalationId } = await raise(ctx, {
    patientId,
    fallId: null,
    type: 'VITALS_OUT_OF_RANGE',
    severity: 'MEDIUM',
    message: toMessage(found, minutes),
    plan: createWellbeingPlan(await readPlanSettings(ctx, patientId)),
  });
  const { vital, direction, limit: limitValue, since } = found;
  await store.insertExcursion(ctx.db, { escalationId, patientId, vital, direction, limitValue, since });
}
