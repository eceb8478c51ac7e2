import { createHash } from 'node:crypto';
import type { AddressDraft, Destination, Message, ParsedAddress } from '../contacts/medium.js';

/** What the service worker gets. It has no session: the token answers. */
export function toPayload({ contactPointId }: Pick<Destination, 'contactPointId'>, message: Message): string {
  const { id, title, text, incidentId, severity, answer, isUpdate = false } = message;
  return JSON.stringify({ id, contactPointId, title, text, tag: incidentId ?? id, severity, answer, isUpdate });
}

/** A push service keeps only the latest message of a topic for a device that is away. At most 32 characters. */
export function toTopic(incidentId: string): string {
  return createHash('sha256').update(incidentId).digest('base64url').slice(0, 32);
}

/** A public key of 65 bytes and a secret of 16, in base64url. */
export function parseSubscription({ address, keys }: AddressDraft): ParsedAddress {
  if (!keys) return { problems: { keys: 'is required: the keys of the push subscription' } };
  const isKey = (text: string, bytes: number) =>
    /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === bytes;
  const problems = {
    ...(isKey(keys.p256dh, 65) ? {} : { 'keys.p256dh': 'must be 65 bytes in base64url' }),
    ...(isKey(keys.auth, 16) ? {} : { 'keys.auth': 'must be 16 bytes in base64url' }),
  };
  return Object.keys(problems).length > 0 ? { problems } : { address, secrets: { ...keys } };
}
