import pg from 'pg';
import { createBreaker } from '../breaker.js';
import type { Event } from '../events/events.js';
import type { Log } from '../log.js';
import { within } from '../within.js';

/** How often the connection is asked whether it still hears, and how old its last answer may be. */
const askEveryMs = 200;
const trustedForMs = 700;
const reconnectAfterMs = 500;
/** After the database did not answer a question it is left alone for this long. */
const restMs = 1_000;

/** Which rows have changed, whoever changed them: what is remembered of them must be forgotten. */
export interface Changes {
  /** Whether all that changed until well under a second ago has been told. */
  areTold(): boolean;
  /** Around every question for what is remembered: one finds out for all whether the database is there. */
  readonly whenThere: <T>(ask: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** The embedded database belongs to this process: its own events tell everything. */
export const ownChanges: Changes = { areTold: () => true, whenThere: (ask) => ask(), async close() {} };

/**
 * PostgreSQL tells each committed change (migration 0007) on a connection of its own. `onGap` is called when some may
 * have been missed: at the beginning, and whenever the connection is new.
 */
export function listenForChanges(url: string, onChange: (event: Event) => void, onGap: () => void, log: Log): Changes {
  let client: pg.Client | undefined;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let timer: NodeJS.Timeout;

  async function listen(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'fallwatch changes',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    client = fresh;
    fresh.on('error', (error) => log.debug({ err: error }, 'connection for changes lost'));
    fresh.on('notification', ({ payload }) => onChange(JSON.parse(payload ?? '{}') as Event));
    await fresh.connect();
    await within(fresh.query('listen changes'), trustedForMs);
    onGap();
    while (!isClosed) {
      const askedAtMs = performance.now();
      await within(fresh.query('select 1'), trustedForMs);
      heardAtMs = askedAtMs;
      await new Promise((resolve) => setTimeout(resolve, askEveryMs).unref());
    }
  }

  function start(): void {
    listen().catch((error: unknown) => {
      log.debug({ err: error }, 'changes are not told, what is remembered is asked for again');
      client?.end().catch(() => {});
      if (!isClosed) timer = setTimeout(start, reconnectAfterMs).unref();
    });
  }

  start();
  return {
    whenThere: createBreaker(restMs),
    areTold: () => performance.now() - heardAtMs < trustedForMs,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
