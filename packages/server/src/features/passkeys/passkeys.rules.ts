import type { Config } from '../../config.js';

/** What a passkey is bound to. The browser refuses it on any other host, so a copied page gets nothing. */
export interface RelyingParty {
  readonly rpID: string;
  readonly origin: string;
}

/** Null where browsers refuse passkeys: without HTTPS, except on this machine during development. */
export function findRelyingParty({ publicUrl, nodeEnv }: Pick<Config, 'publicUrl' | 'nodeEnv'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' && nodeEnv !== 'production';
  return protocol === 'https:' || isLocal ? { rpID: hostname, origin } : null;
}

/** The challenge that the browser says it has signed; the signature is verified later. */
export function readChallenge(clientDataJson: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
