import type { Actor, Scene } from './matrix-cast.js';
import { freshEmail, lastAdmin, password } from './people.js';

interface Request {
  readonly url: string;
  readonly body?: object;
  readonly method?: 'GET';
  /** Where the row is about one certain admin. */
  readonly token?: string | undefined;
}

async function aboutTheLastAdmin(actor: Actor, path = ''): Promise<Request> {
  const last = await lastAdmin();
  return { url: `/admin/users/${last.id}${path}`, token: actor.caller === 'admin' ? last.token : actor.token };
}

/** What is sent in each row of the matrix: `PM-nnn` → request. The scene is new for every cell. */
export const rowRequests: Record<string, (scene: Scene, actor: Actor) => Request | Promise<Request>> = {
  'PM-001': () => ({
    url: '/auth/signup',
    body: { email: freshEmail(), password, firstName: 'New', lastName: 'Person' },
  }),
  'PM-002': (_, { email }) => ({ url: '/auth/login', body: { email, password } }),
  'PM-003': () => ({ url: '/auth/logout' }),
  'PM-037': () => ({ url: '/admin/users' }),
  'PM-038': ({ p1 }) => ({ url: `/admin/users/${p1.id}` }),
  'PM-039': ({ p1 }) => ({ url: `/admin/users/${p1.id}`, body: { firstName: 'Changed' } }),
  'PM-040': ({ p1 }) => ({ url: `/admin/users/${p1.id}` }),
  'PM-041': ({ p1 }) => ({ url: `/admin/users/${p1.id}/role`, body: { role: 'CAREGIVER' } }),
  'PM-049': (_, actor) => aboutTheLastAdmin(actor),
  'PM-050': async (_, actor) => ({ ...(await aboutTheLastAdmin(actor, '/role')), body: { role: 'PATIENT' } }),
  'PM-051': () => ({ url: '/profile/me' }),
  'PM-052': () => ({ url: '/profile/me', body: { lastName: 'Changed', role: 'ADMIN' } }),
  'PM-053': () => ({ url: '/profile/password', body: { currentPassword: password, newPassword: 'Battery-staple-8!' } }),
  'PM-054': () => ({ url: '/profile/me', body: { confirmation: true } }),
  'PM-059': () => ({ url: '/health' }),
  'PM-060': () => ({ url: '/me' }),
  'PM-061': () => ({ url: '/no/such/route', method: 'GET' }),
};
