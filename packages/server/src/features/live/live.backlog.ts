import { createBatcher } from '../../platform/batch.js';
import type { Platform } from '../../platform/context.js';
import type { Listener } from './live.listeners.js';
import * as store from './live.store.js';
import type { Writer } from './live.writer.js';

const pageSize = 100;

export interface BacklogOptions {
  readonly writer: Writer;
  readonly maxWaiting: number;
  readonly isOpen: (listener: Listener) => boolean;
  /** The position that live streams have reached. */
  readonly livePosition: () => number;
}

/**
 * Sends a listener the events between its position and that of the live streams. Returns false if events in between
 * were deleted. The caller must make the listener live without an await: the position could advance in between.
 */
export function createCatchUp(platform: Platform, options: BacklogOptions): (listener: Listener) => Promise<boolean> {
  const { writer, maxWaiting, isOpen, livePosition } = options;
  const readBacklog = createBacklogReader(platform, maxWaiting);
  return async (listener) => {
    const { userId, role } = listener;
    while (isOpen(listener)) {
      const upTo = livePosition();
      if (listener.position >= upTo) return true;
      const asked = { userId, isAdmin: role === 'ADMIN', after: listener.position, upTo };
      const { events, hasGap } = await readBacklog(asked);
      if (hasGap) return false;
      listener.position = events.length < pageSize ? upTo : (events.at(-1)?.position ?? upTo);
      if (events.length > 0) await writer.write(listener, events);
    }
    return true;
  };
}

/** The next page of several listeners that are catching up, in two queries for all of them. */
function createBacklogReader({ db }: Platform, maxWaiting: number) {
  return createBatcher<store.Backlog, { events: store.StoredEvent[]; hasGap: boolean }>({
    run: async (backlogs) => {
      const pages = await store.listBacklogs(db, backlogs, pageSize);
      // Read after the events, so that a deletion before or during that read is noticed.
      const trimmedTo = await store.findTrimmedTo(db);
      return backlogs.map(({ after }, index) => ({
        status: 'fulfilled',
        value: { events: pages[index] ?? [], hasGap: after < trimmedTo },
      }));
    },
    maxItems: 50,
    maxInFlight: 2,
    maxWaiting,
  });
}
