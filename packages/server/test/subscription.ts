import { createECDH, randomBytes } from 'node:crypto';
import { decrypt } from 'http_ece';

// biome-ignore lint/suspicious/noExplicitAny: the payload of any message; tests look into it freely.
type Payload = any;

/** The push subscription of a browser: its keys, and how it reads what it gets. */
export function createSubscription() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth },
    read: (body: Buffer): Payload =>
      JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString()),
  };
}
