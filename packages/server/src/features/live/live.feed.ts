import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../platform/context.js';
import * as store from './live.store.js';

/** Pause between two reads, so that many events become a few larger writes per reader. */
const pauseMs = 20;
const pageSize = 100;

export interface FeedOptions {
  readonly isWanted: () => boolean;
  readonly onPage: (page: readonly store.SharedEvent[]) => void;
  /** After each read: there are no further events up to the position. */
  readonly onRead: () => void;
}

/** The table of events, read once for all live streams of this process. */
export interface Feed {
  /** All events up to here have been read. Undefined without streams: then nothing is read. */
  position: number | undefined;
  /** One read at a time; a call during a read causes one more. */
  read(): Promise<void>;
  close(): void;
}

export function createFeed({ db, log }: Pick<Platform, 'db' | 'log'>, { isWanted, onPage, onRead }: FeedOptions): Feed {
  let isReading = false;
  let isAskedAgain = false;
  let isClosed = false;

  async function readOn(): Promise<void> {
    const last = await store.numberEvents(db);
    while (feed.position !== undefined && feed.position < last) {
      const page = await store.listEvents(db, feed.position, pageSize);
      onPage(page);
      const reached = page.at(-1)?.position ?? last;
      feed.position = page.length < pageSize ? Math.max(reached, last) : reached;
    }
  }

  const feed: Feed = {
    position: undefined,
    async read() {
      if (!isWanted()) return;
      isAskedAgain = true;
      if (isReading) return;
      isReading = true;
      try {
        while (isAskedAgain && !isClosed) {
          isAskedAgain = false;
          await readOn();
          onRead();
          await pause(pauseMs);
        }
      } catch (error) {
        log.error({ err: error }, 'live events could not be read, tried again at once');
      } finally {
        isReading = false;
      }
    },
    close() {
      isClosed = true;
    },
  };
  return feed;
}
