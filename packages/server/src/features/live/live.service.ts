/**
 * The live stream, as the rest of the service meets it: `announce` what happened, inside the transaction in which it
 * happened. Who is connected, where, and how far each has read is the hub's matter (live.hub.ts).
 *
 * A delivery over the live stream is `sent` once it was written to an open connection of its recipient. To learn of
 * that, announce one event for each recipient with `data.deliveryId`, and hand `liveRoutes` a listener in features.ts
 * (`OnWritten`). The process that wrote the event calls it, after the write, in its own context, with everything
 * written since the last call; several connections of one person are told once each, so the listener must be
 * idempotent. It runs in whichever process holds the connection, so it is true for any number of them. A process that
 * dies between the write and the call leaves the delivery unconfirmed: the engine then tries elsewhere, and somebody
 * hears twice rather than never. No call within a second or two means that the person has no stream open.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import * as store from './live.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** There is something new to read; it also shows without this, within a second. */
    'live.announced': object;
  }
}

type MessageEventType = 'message.sent' | 'message.read';
type PatientEventType =
  | 'alert.raised'
  | 'alert.escalated'
  | 'alert.acknowledged'
  | 'alert.closed'
  | 'fall.cancelled'
  | 'fall.confirmed'
  | 'fall.resolved'
  | 'device.silent'
  | 'device.back';

interface Addressed {
  /** People who may see it. */
  readonly to: readonly string[];
  /** Also every admin. */
  readonly toAdmins?: boolean;
}

interface OfPatient {
  readonly patientId: string;
}

/**
 * `data` is what the API would show of it: ids, words, times. What is about a patient names the patient: `to` says who
 * might see it when it was written, and when it is read only the patient, those who still look after the patient, and
 * admins do.
 */
export type LiveEvent = Addressed &
  (
    | { readonly type: PatientEventType; readonly data: OfPatient | (OfPatient & Readonly<Record<string, unknown>>) }
    | { readonly type: MessageEventType; readonly data: object }
  );

/** Joins the caller's transaction: the event exists exactly when the change does, and leaves after the commit. */
export function announce(ctx: Context, event: LiveEvent): Promise<void> {
  return announceAll(ctx, [event]);
}

/** Many at once, in one statement. */
export function announceAll(ctx: Context, events: readonly LiveEvent[]): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (events.length === 0) return;
    await store.insertEvents(ctx.db, events.map(newEventOf(ctx.now())));
    ctx.events.publish({ type: 'live.announced' });
  });
}

function newEventOf(at: string) {
  return ({ type, to, toAdmins = false, data }: LiveEvent): store.NewEvent => {
    const patientId = 'patientId' in data ? data.patientId : null;
    return { at, type, recipients: to, toAdmins, patientId, data };
  };
}

/** For upkeep. A client that resumes from before is told to resync. */
export async function clearOldEvents(ctx: Context, olderThanMs: number): Promise<number> {
  await store.numberEvents(ctx.db);
  return store.deleteEventsBefore(ctx.db, new Date(ctx.clock.nowMs() - olderThanMs).toISOString());
}
