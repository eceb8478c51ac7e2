import type { Role } from '../platform/db/tables.js';

/** Who may call a route. `null` roles: anyone, with or without a session. */
interface Access {
  readonly roles: readonly Role[] | null;
  /** What the id in the path names. */
  readonly thing?: 'User';
}

const anyone: Access = { roles: null };
const signedIn: Access = only('PATIENT', 'CAREGIVER', 'ADMIN');

function only(...roles: Role[]): Access {
  return { roles };
}

/** The one permission table. A route names its row; a route without one refuses to boot. */
export const policy = {
  'auth.signup': anyone,
  'auth.login': anyone,
  'auth.logout': signedIn,
  'health.read': anyone,
  'me.read': signedIn,
  'profile.read': signedIn,
  'profile.update': signedIn,
  'profile.password': signedIn,
  'profile.delete': signedIn,
  'user.list': only('ADMIN'),
  'user.read': { ...only('ADMIN'), thing: 'User' },
  'user.update': { ...only('ADMIN'), thing: 'User' },
  'user.delete': { ...only('ADMIN'), thing: 'User' },
  'user.role': { ...only('ADMIN'), thing: 'User' },
} as const satisfies Record<string, Access>;

export type AccessName = keyof typeof policy;

export function accessOf(name: AccessName): Access {
  return policy[name];
}
