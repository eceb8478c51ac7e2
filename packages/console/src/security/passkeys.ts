import type { Passkey, SessionUser } from '@fallwatch/client';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from '../api.js';

/** Loaded only when a passkey is used: most sign-ins need no byte of it. */
const browser = () => import('@simplewebauthn/browser');

/** Browsers offer passkeys on HTTPS and on this machine only. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** The device asks for a fingerprint, face or PIN. Throws the browser's own error if the person cancels. */
export async function signInWithPasskey(): Promise<SessionUser> {
  const options = await api.post('/api/auth/passkeys/options');
  const { startAuthentication } = await browser();
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  return api.post('/api/auth/passkeys/login', { body: { response: { id, rawId, type, response } } });
}

export async function createPasskey(name: string, password: string | undefined): Promise<Passkey> {
  const options = await api.post('/api/profile/passkeys/options', { body: password === undefined ? {} : { password } });
  const { startRegistration } = await browser();
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const made = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return api.post('/api/profile/passkeys', { body: { name, response: made } });
}
