/**
 * The two loops of the alert engine, each its own job: one takes due steps and detects steps that reached nobody, the
 * other sends deliveries. The second never waits for the first.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import {
  createDeliveryLoop,
  type DeliveryLoop,
  settleUndelivered,
  useEverything,
} from '../deliveries/deliveries.service.js';
import { dependsOnDuty, dutyReachWithinMs, reachWithinMs, turnsToOthers } from './escalation.rules.js';
import * as store from './escalation.store.js';
import { takeSteps, tellAdmins, tellEverybody } from './steps.service.js';
import { upsertHeartbeat } from './watchdog.store.js';

/** Rows locked per transaction: few enough to commit within 0.1 s. */
const batchSize = 200;
/** Live deliveries without an open stream, settled in one statement that does not lock escalations. */
const unwrittenAtOnce = 1_000;

export interface Engine {
  /** One round of steps. Any process may run it at any time. */
  readonly escalate: (ctx: Context) => Promise<void>;
  /** One round of deliveries. It does not wait for them to arrive. */
  readonly deliver: (ctx: Context) => Promise<void>;
  /** Resolves when nothing is being sent. */
  readonly idle: () => Promise<void>;
}

export function createEngine(): Engine {
  const deliveryLoop: DeliveryLoop = createDeliveryLoop(noticeFailed);
  return {
    escalate: async (ctx) => {
      for (let hasMore = true; hasMore; ) {
        const unwritten = await settleUndelivered(ctx, unwrittenAtOnce);
        if (unwritten.length > 0) await noticeFailed(ctx, unwritten);
        const hasSteps = await inTransaction(ctx, takeDueSteps);
        const hasUnreached = await inTransaction(ctx, noticeUnreached);
        hasMore = unwritten.length > 0 || hasSteps || hasUnreached;
      }
    },
    deliver: deliveryLoop.pump,
    idle: deliveryLoop.idle,
  };
}

/** `/health` detects a late or dead loop from this time. */
export function recordHeartbeat(ctx: Context): Promise<void> {
  return upsertHeartbeat(ctx.db);
}

async function noticeFailed(ctx: Context, escalationIds: readonly string[]): Promise<void> {
  await useEverything(ctx, escalationIds, await store.readServiceNow(ctx.db));
  if (await store.markUnreached(ctx.db, escalationIds)) ctx.events.publish({ type: 'alert.due' });
}

/** Returns whether more may be due. */
async function takeDueSteps(ctx: Context): Promise<boolean> {
  const due = await store.claimDueEscalations(ctx.db, batchSize);
  if (due.length > 0) await takeSteps(ctx, due, await store.readServiceNow(ctx.db));
  return due.length === batchSize;
}

/** Returns whether more may be due, or a next step was made due now. */
async function noticeUnreached(ctx: Context): Promise<boolean> {
  const late = await store.claimUnreached(ctx.db, batchSize, dutyReachWithinMs);
  if (late.length === 0) return false;
  const now = await store.readServiceNow(ctx.db);
  const unreached = late.filter(({ isReached }) => !isReached);
  const [onDuty, others] = [unreached.filter(waitsForDuty), unreached.filter((one) => !waitsForDuty(one))];
  await tellAdmins(ctx, others.filter(({ plan }) => plan.mustReach).map(toEscalation), now);
  const urgent = others.filter(({ plan, position }) => turnsToOthers(plan, position));
  await store.updateNoticed(ctx.db, listIds(late), listIds(urgent));
  const [awaited, missed] = [onDuty.filter(({ isAwaited }) => isAwaited), onDuty.filter(({ isAwaited }) => !isAwaited)];
  await store.updateReachBy(ctx.db, listIds(awaited), reachWithinMs);
  await tellEverybody(ctx, missed.map(toEscalation), now);
  return late.length === batchSize || urgent.length > 0;
}

/** The latest step notified whoever is on duty, and not yet everybody. */
function waitsForDuty({ plan, position, step, everybodyStep }: store.Unreached): boolean {
  return dependsOnDuty(plan, position) && everybodyStep !== step;
}

function toEscalation({ isReached: _, isAwaited: __, ...escalation }: store.Unreached): store.Escalation {
  return escalation;
}

function listIds(escalations: readonly { readonly id: string }[]): string[] {
  return escalations.map(({ id }) => id);
}
