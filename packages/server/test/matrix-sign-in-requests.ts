import { newId } from '../src/platform/ids.js';
import type { RowRequest } from './matrix-device-requests.js';
import { password } from './people.js';

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };

/** Second factors, passkeys and OpenID Connect: rows of matrix-requests.ts. */
export const signInRequests: Record<string, RowRequest> = {
  'PM-450': () => ({ url: '/auth/methods' }),
  'PM-451': () => ({ url: '/auth/passkeys/options' }),
  'PM-452': () => {
    const response = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' };
    return { url: '/auth/passkeys/login', body: { response: { ...credential, response } } };
  },
  'PM-453': () => ({ url: '/auth/oidc/start' }),
  'PM-454': () => ({ url: '/auth/oidc/callback?code=a&state=b' }),
  'PM-455': () => ({ url: '/profile/second-factors' }),
  'PM-456': () => ({ url: '/profile/totp', body: { password } }),
  'PM-457': () => ({ url: '/profile/totp/confirm', body: { code: '123456' } }),
  'PM-458': () => ({ url: '/profile/totp', body: { password } }),
  'PM-459': () => ({ url: '/profile/recovery-codes', body: { password } }),
  'PM-460': () => ({ url: '/profile/passkeys/options', body: { password } }),
  'PM-461': () => {
    const response = { clientDataJSON: 'e30', attestationObject: 'AAAA' };
    return { url: '/profile/passkeys', body: { name: 'Phone', response: { ...credential, response } } };
  },
  'PM-462': () => ({ url: `/profile/passkeys/${newId()}`, body: { password } }),
  'PM-463': ({ p1 }) => ({ url: `/admin/users/${p1.id}/second-factors` }),
};
