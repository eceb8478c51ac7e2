/**
 * The interface of the live stream to other features: call `announce` inside the transaction of the change. Connections
 * and their positions are the hub's responsibility (live.hub.ts).
 *
 * A delivery over the live stream is `sent` once it was written to an open connection of its recipient. To get this
 * confirmation, announce one event per recipient with `data.deliveryId`, and pass a listener (`OnWritten`) to
 * `liveRoutes` in features.ts. The process that holds the connection calls it after the write, in its own context, with
 * everything written since the last call. It is called once per connection of a person, so it must be idempotent. If
 * the process dies between the write and the call, the delivery stays unconfirmed: the engine uses other channels, and
 * somebody is notified twice rather than never. No call within 2 s means that the person has no open stream.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import * as store from './live.store.js';
import type { LiveData, LiveEventType } from './live-event.schema.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** New events can be read; without this event the hub reads them within a second. */
    'live.announced': object;
  }
}

interface Addressed {
  /** The recipients. */
  readonly to: readonly string[];
  /** Also every admin. */
  readonly toAdmins?: boolean;
  /** The patient's account is being deleted: the event is kept, for the people in `to` only. */
  readonly outlivesPatient?: boolean;
}

/**
 * `data` has what the API would show: ids, texts, times. Its fields are those of src/live-events.ts. `to` limits who may
 * see an event; when one about a patient is read, only the patient, currently assigned caregivers and admins see it.
 */
export type LiveEvent = {
  [Type in LiveEventType]: Addressed & { readonly type: Type; readonly data: Readonly<LiveData<Type>> };
}[LiveEventType];

/** Joins the caller's transaction: the event exists exactly when the change does, and is sent after the commit. */
export function announce(ctx: Context, event: LiveEvent): Promise<void> {
  return announceAll(ctx, [event]);
}

/** All events in one statement. */
export function announceAll(ctx: Context, events: readonly LiveEvent[]): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (events.length === 0) return;
    await store.insertEvents(ctx.db, events.map(toNewEvent(ctx.now())));
    ctx.events.publish({ type: 'live.announced' });
  });
}

function toNewEvent(at: string) {
  return ({ type, to, toAdmins = false, outlivesPatient = false, data }: LiveEvent): store.NewEvent => {
    const patientId = 'patientId' in data && !outlivesPatient ? data.patientId : null;
    return { at, type, recipients: to, toAdmins, patientId, data };
  };
}

/** Called by the upkeep job. A client that resumes from an older event gets `resync`. */
export async function clearOldEvents(ctx: Context, olderThanMs: number): Promise<number> {
  await store.numberEvents(ctx.db);
  return store.deleteEventsBefore(ctx.db, new Date(ctx.clock.nowMs() - olderThanMs).toISOString());
}
