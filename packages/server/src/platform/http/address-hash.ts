import { createHmac, hkdfSync } from 'node:crypto';
import { clientKey } from './address.js';

/** 96 bits: a collision between two clients of one installation is practically impossible. */
const shownCharacters = 16;

/**
 * A client's address as it is written to the process log. The same client has the same hash, and nobody without the key
 * can find the address by trying all of them. The key is derived from the secret that signs tokens: a new secret
 * changes the hashes.
 */
export function createAddressHash(secret: Uint8Array): (address: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fallwatch address hash', 32));
  return (address) =>
    createHmac('sha256', key).update(clientKey(address)).digest('base64url').slice(0, shownCharacters);
}
