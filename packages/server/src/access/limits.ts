import type { Config } from '../config.js';
import type { NamedLimit } from '../platform/http/limit.js';

interface LimitRow extends NamedLimit {
  readonly routes: readonly string[];
}

const unlimited = { name: 'none', limit: null, message: '' };

/**
 * Spec section 8 as data. The most specific row wins: a route with a row of its own neither uses nor is stopped
 * by the global limit, so a care home behind one address can stream from all its devices.
 */
function rowsOf(config: Config): readonly LimitRow[] {
  return [
    {
      name: 'signup',
      routes: ['POST /auth/signup'],
      limit: config.limitSignup,
      message: 'Too many sign-ups from this address. Try again later.',
    },
    {
      name: 'login',
      routes: ['POST /auth/login'],
      limit: config.limitLogin,
      // The contract's words; the window is shorter, and Retry-After tells it. Never a lock on the account.
      message: 'Too many login attempts. Try again in 15 minutes.',
    },
    {
      name: 'events',
      routes: ['GET /events'],
      limit: config.limitEvents,
      message: 'Too many new streams from this address. Keep one open, and wait before you open it again.',
    },
    // The stream's own limit counts per device, once the reading is read (ingest).
    { ...unlimited, routes: ['POST /device/sensor-stream'] },
    { ...unlimited, routes: ['POST /auth/logout', 'POST /falls', 'GET /health'] },
  ];
}

export interface RouteLimits {
  readonly own: NamedLimit;
  /** Counts in addition when there is no valid session: the stream is open to devices, not to guessing. */
  readonly withoutSession: NamedLimit;
}

/** The limits of each route, by `METHOD /path`. */
export function limitsOf(config: Config): (route: string) => RouteLimits {
  const own = new Map(rowsOf(config).flatMap((row) => row.routes.map((route) => [route, row])));
  const everyOther: NamedLimit = {
    name: 'global',
    limit: config.limitGlobal,
    message: 'Too many requests from this address. Slow down.',
  };
  return (route) => ({
    own: own.get(route) ?? everyOther,
    withoutSession: route === 'POST /device/sensor-stream' ? everyOther : unlimited,
  });
}
