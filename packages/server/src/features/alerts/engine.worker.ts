/** The loop that keeps alerts going: takes the steps that are due, notices whom nobody reached, and has them brought. */
import { type Context, inTransaction } from '../../platform/context.js';
import type { Channel } from '../deliveries/channel.js';
import { type Courier, createCourier } from '../deliveries/deliveries.service.js';
import { turnsToOthers } from './escalation.rules.js';
import * as store from './escalation.store.js';
import { takeSteps, tellAdmins } from './steps.service.js';
import { upsertBeat } from './watchdog.store.js';

/** Rows under one lock: few enough to commit within a tenth of a second. */
const batchSize = 500;

export interface Engine {
  /** One round. Any process may run it, as often as it likes. */
  readonly run: (ctx: Context) => Promise<void>;
  /** Resolves when nothing is being sent. */
  readonly idle: () => Promise<void>;
}

export function createEngine(channels: readonly Channel[]): Engine {
  const courier: Courier = createCourier(channels, (ctx, ids) => store.updateHopeless(ctx.db, ids));
  return {
    run: async (ctx) => {
      while (await inTransaction(ctx, takeDueSteps));
      while (await inTransaction(ctx, noticeUnreached));
      await courier.pump(ctx);
    },
    idle: courier.idle,
  };
}

/** What makes a late or dead loop visible in `/health`. */
export function beat(ctx: Context): Promise<void> {
  return upsertBeat(ctx.db);
}

async function takeDueSteps(ctx: Context): Promise<boolean> {
  const due = await store.claimDueEscalations(ctx.db, batchSize);
  await takeSteps(ctx, due, await store.readServiceNow(ctx.db));
  return due.length === batchSize;
}

async function noticeUnreached(ctx: Context): Promise<boolean> {
  const late = await store.claimUnreached(ctx.db, batchSize);
  if (late.length === 0) return false;
  const now = await store.readServiceNow(ctx.db);
  const unreached = late.filter(({ isReached }) => !isReached);
  for (const { isReached: _, ...escalation } of unreached) await tellAdmins(ctx, escalation, now);
  const urgent = unreached.filter(({ plan, position }) => turnsToOthers(plan, position));
  await store.updateNoticed(ctx.db, idsOf(late), idsOf(urgent));
  return late.length === batchSize;
}

function idsOf(escalations: readonly { readonly id: string }[]): string[] {
  return escalations.map(({ id }) => id);
}
