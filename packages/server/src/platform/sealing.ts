/**
 * Encrypts secrets that the server itself must be able to read: AES-256-GCM with keys derived from JWT_SECRET, so that a
 * copy of the database reveals nothing. Everything else that is secret is stored as a hash.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

type Keys = readonly [Uint8Array, ...Uint8Array[]];

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** `purpose` is bound to the result: it opens only with the same text, so a value cannot be moved to another row. */
export function seal([key]: Keys, purpose: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(key), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Tries all keys: an older one is accepted while keys are rotated. Undefined if none of them opens it. */
export function unseal(keys: Keys, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(algorithm, deriveKey(key), iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      return `${decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
    } catch {
      // Sealed with another key, for another purpose, or changed.
    }
  }
  return undefined;
}

function deriveKey(key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'fallwatch sealing', 32));
}
