import { createLink } from '../src/features/auth/links.service.js';
import { createContext, system } from '../src/platform/context.js';
import type { LinkPurpose } from '../src/platform/db/tables/accounts.js';
import { testServer } from './harness.js';
import type { RowRequest } from './matrix-device-requests.js';
import { caregiver, freshEmail, logIn, type Person, password, patient } from './people.js';

/** The requests of the matrix about recovering and keeping an account. */
export const accountRequests: Record<string, RowRequest> = {
  // Without an account: the mail to one is sent after the answer, and would change rows during the next cell.
  'PM-420': () => ({ url: '/auth/password/forgot', body: { email: freshEmail() } }),
  'PM-421': async () => ({ url: '/auth/password/reset', body: { token: await link('PASSWORD'), password } }),
  'PM-422': () => ({ url: '/auth/password/reset', body: { token: 'unknown', password } }),
  'PM-423': ({ p1 }) => ({ url: `/admin/users/${p1.id}/password-reset` }),
  'PM-424': async () => ({ url: `/admin/users/${(await invite(await caregiver())).id}/invitation` }),
  'PM-425': async ({ c1 }) => ({ url: `/patients/${(await invite(c1)).id}/invitation` }),
  'PM-426': async () => ({
    url: '/auth/invitations/read',
    body: { token: (await invite(await caregiver())).invitation.token },
  }),
  'PM-427': () => ({ url: '/auth/invitations/read', body: { token: 'unknown' } }),
  'PM-428': () => ({
    url: '/profile/email',
    body: { email: freshEmail(), password },
  }),
  'PM-429': () => ({ url: '/profile/email/verification' }),
  'PM-430': async () => ({ url: '/auth/email/confirm', body: { token: await link('EMAIL') } }),
  'PM-431': () => ({ url: '/auth/email/confirm', body: { token: 'unknown' } }),
  'PM-432': () => ({ url: '/profile/sessions' }),
  'PM-433': async ({ p1 }) => ({ url: `/profile/sessions/${await sessionId(p1)}` }),
  'PM-434': () => ({ url: '/profile/sessions/end-others' }),
  'PM-435': () => ({ url: '/profile/export' }),
};

/** A person who has not accepted the invitation yet. */
async function invite(carer: Person) {
  const draft = { email: freshEmail(), firstName: 'New', lastName: 'Patient' };
  return (await carer.post('/patients', draft)).data;
}

/** The secret of a link of somebody else, as a mail contains it. */
async function link(purpose: LinkPurpose): Promise<string> {
  const { platform } = await testServer();
  const user = await patient();
  const ctx = createContext(platform, system);
  return (await createLink(ctx, user, { purpose, address: user.email, durationMs: 60_000 })).token;
}

/** Of a second session, so that the request does not end its own. */
async function sessionId({ email }: Person): Promise<string> {
  const second = await logIn(email);
  const { data } = await second.get('/profile/sessions');
  return data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
}
