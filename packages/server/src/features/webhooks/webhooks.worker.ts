import type { Context } from '../../platform/context.js';
import { attempt } from './sending.service.js';
import * as store from './webhooks.store.js';

/** A delivery that a receiver has accepted in a retry. */
interface Sent {
  readonly userId: string;
  readonly deliveryId: string;
}
export type OnSent = (ctx: Context, sent: readonly Sent[]) => Promise<void>;

/** The attempts that were started, for callers that wait for their end. */
interface Begun {
  readonly done: Promise<unknown>;
}

/** Per process. Each takes at most 5 s, and each is for another receiver. */
const maxInFlight = 100;

const outdated = { lastStatus: null, lastProblem: 'Not tried again: somebody has answered, or was told again since' };

/**
 * Starts all due attempts; call it every second. It does not wait for the receivers: one that hangs uses one slot and
 * blocks no other. An attempt that ends with its process is due again when its lease ends.
 */
export function createWebhookRetries(onSent: OnSent): (ctx: Context) => Promise<Begun> {
  let inFlight = 0;
  async function retry(ctx: Context, claimed: store.Claimed): Promise<void> {
    inFlight += 1;
    try {
      if (claimed.isOutdated) {
        await store.updateFailed(ctx.db, { id: claimed.id, ...outdated }, null);
        return;
      }
      const { status } = await attempt(ctx, claimed);
      // A chat service has only taken it over.
      if (status === 'sent' && claimed.noticeId && claimed.template === null)
        await onSent(ctx, [{ userId: claimed.userId, deliveryId: claimed.noticeId }]);
    } catch (error) {
      ctx.log.error({ err: error, id: claimed.id }, 'webhook could not be tried again');
    } finally {
      inFlight -= 1;
    }
  }
  return async (ctx) => {
    const claimed = await store.claimDueDeliveries(ctx.db, maxInFlight - inFlight);
    return { done: Promise.all(claimed.map((one) => retry(ctx, one))) };
  };
}
