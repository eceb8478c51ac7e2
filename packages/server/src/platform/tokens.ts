import { createHash } from 'node:crypto';

/** Secret tokens are stored as their hash: a copy of the database opens nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
