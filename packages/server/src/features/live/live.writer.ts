import { createBatcher } from '../../platform/batch.js';
import { type Context, createContext, type Platform, system } from '../../platform/context.js';
import type { Listener, Listeners } from './live.listeners.js';
import { readDeliveryId, toFrame } from './live.rules.js';
import type * as store from './live.store.js';

/** A delivery that was written to an open connection of its recipient. */
export interface Written {
  readonly userId: string;
  readonly deliveryId: string;
}
export type OnWritten = (ctx: Context, written: readonly Written[]) => Promise<void>;

interface Outgoing {
  readonly text: string;
  readonly deliveryId: string | undefined;
}

/** Writes events to streams, and confirms the deliveries among them. */
export interface Writer {
  write(listener: Listener, events: readonly store.StoredEvent[]): Promise<void>;
  /** Serializes each event once, and writes once per listener, however many events it gets. */
  writeToAll(listeners: Listeners, page: readonly store.SharedEvent[]): void;
}

export function createWriter(platform: Platform, onWritten: OnWritten): Writer {
  const confirm = createConfirmer(platform, onWritten);

  async function send({ userId, stream }: Listener, outgoing: readonly Outgoing[]): Promise<void> {
    if (!(await stream.write(outgoing.map(({ text }) => text).join('')))) return;
    for (const { deliveryId } of outgoing) if (deliveryId) void confirm({ userId, deliveryId });
  }

  return {
    write: (listener, events) => send(listener, events.map(toOutgoing)),
    writeToAll(listeners, page) {
      const byListener = new Map<Listener, Outgoing[]>();
      const admins = listeners.all().filter(({ role }) => role === 'ADMIN');
      for (const event of page) {
        const readers = [...event.readers.flatMap(listeners.ofUser), ...(event.toAdmins ? admins : [])];
        const outgoing = readers.length > 0 && toOutgoing(event);
        for (const listener of readers) {
          if (!outgoing || !listener.isLive || event.position <= listener.position) continue;
          listener.position = event.position;
          const before = byListener.get(listener);
          if (before) before.push(outgoing);
          else byListener.set(listener, [outgoing]);
        }
      }
      for (const [listener, outgoing] of byListener) void send(listener, outgoing);
    },
  };
}

function toOutgoing({ position, at, type, data }: store.StoredEvent): Outgoing {
  return { text: toFrame({ position, type, data: { at, ...data } }), deliveryId: readDeliveryId(data) };
}

/**
 * Confirms written deliveries in batches. On failure they stay unconfirmed, and the alert engine uses other channels.
 */
function createConfirmer(platform: Platform, onWritten: OnWritten) {
  const confirmAll = createBatcher<Written, void>({
    run: async (written) => {
      await onWritten(createContext(platform, system), written);
      return written.map(() => ({ status: 'fulfilled', value: undefined }));
    },
    maxItems: 500,
    maxInFlight: 1,
    maxWaiting: 10_000,
  });
  return (written: Written): Promise<void> =>
    confirmAll(written).catch((error: unknown) =>
      platform.log.error({ err: error, deliveryId: written.deliveryId }, 'a live delivery could not be confirmed'),
    );
}
