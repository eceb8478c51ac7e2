import type { Config } from '../config.js';
import type { NamedLimit } from '../platform/http/limit.js';

interface LimitRow extends NamedLimit {
  readonly routes: readonly string[];
}

/** Readings, and the photos of a board: one request per person. */
const unlimitedWithSession: readonly string[] = [
  'POST /device/sensor-stream',
  'POST /device/readings',
  'GET /patients/:id/photo',
];
const unlimited = { name: 'none', limit: null, message: '' };

/**
 * The rate limits; defaults are in docs/operations.md. The most specific row wins: a route with its own row neither
 * counts towards the global limit nor is refused by it, so a care home behind one address can stream from all its
 * devices.
 */
function createLimitRows(config: Config): readonly LimitRow[] {
  return [
    {
      name: 'signup',
      routes: ['POST /auth/signup'],
      limit: config.limitSignup,
      countsNetwork: true,
      message: 'Too many sign-ups from this address. Try again later.',
    },
    {
      name: 'login',
      routes: ['POST /auth/login', 'POST /auth/passkeys/login'],
      limit: config.limitLogin,
      countsNetwork: true,
      // A fixed text of the API; the window is shorter (5 min by default, see Retry-After). Never locks the account.
      message: 'Too many login attempts. Try again in 15 minutes.',
    },
    {
      name: 'recovery',
      routes: ['POST /auth/password/forgot'],
      limit: config.limitRecovery,
      countsNetwork: true,
      message: 'Too many requests for a new password from this address. Try again later.',
    },
    {
      name: 'setup',
      routes: ['POST /setup'],
      limit: config.limitLogin,
      countsNetwork: true,
      message: 'Too many attempts from this address. Try again later.',
    },
    {
      name: 'events',
      routes: ['GET /events'],
      limit: config.limitEvents,
      message: 'Too many new streams from this address. Keep one open, and wait before you open it again.',
    },
    // Readings are limited per device, after the body is parsed (ingest).
    { ...unlimited, routes: unlimitedWithSession },
    { ...unlimited, routes: ['POST /auth/logout', 'POST /falls', 'GET /health'] },
  ];
}

export interface RouteLimits {
  readonly own: NamedLimit;
  /** Also counted if there is no valid session: devices may stream without limit, but tokens must not be guessed. */
  readonly withoutSession: NamedLimit;
}

/** The limits of each route, by `METHOD /path`. */
export function createLimitLookup(config: Config): (route: string) => RouteLimits {
  const own = new Map(createLimitRows(config).flatMap((row) => row.routes.map((route) => [route, row])));
  const everyOther: NamedLimit = {
    name: 'global',
    limit: config.limitGlobal,
    message: 'Too many requests from this address. Slow down.',
  };
  return (route) => ({
    own: own.get(route) ?? everyOther,
    withoutSession: unlimitedWithSession.includes(route) ? everyOther : unlimited,
  });
}
