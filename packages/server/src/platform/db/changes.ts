import pg from 'pg';
import { createBreaker } from '../breaker.js';
import type { Event } from '../events/events.js';
import type { Log } from '../log.js';
import { withTimeout } from '../with-timeout.js';

/** How often the connection is checked, and how old its last answer may be. */
const askEveryMs = 200;
const trustedForMs = 700;
const reconnectAfterMs = 500;
/** After a failed query the database is not called for this long. */
const restMs = 1_000;

/** Reports changed rows, whichever process changed them, so that caches can forget them. */
export interface Changes {
  /** Whether all changes up to 700 ms ago have been reported. */
  areTold(): boolean;
  /** Wraps every cache query in a circuit breaker: one call finds out for all whether the database is back. */
  readonly whenThere: <T>(ask: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** The embedded database belongs to this process alone: its own events report every change. */
export const ownChanges: Changes = { areTold: () => true, whenThere: (ask) => ask(), async close() {} };

/**
 * PostgreSQL notifies of each committed change (migration 0007) on a separate connection. `onGap` is called after each
 * connect, the first included: changes before it may have been missed.
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
    await withTimeout(fresh.query('listen changes'), trustedForMs);
    onGap();
    while (!isClosed) {
      const askedAtMs = performance.now();
      await withTimeout(fresh.query('select 1'), trustedForMs);
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
