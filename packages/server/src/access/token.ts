import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Context, Platform } from '../platform/context.js';
import { isUuid } from '../platform/ids.js';

const issuer = 'fallwatch';
const audience = 'fallwatch-api';
const algorithm = 'HS256';
const maxVerified = 150_000;

interface Verified {
  readonly sessionId: string;
  readonly expiresAtMs: number;
}

/** Contains only the person and the session: role and state are read from the database. */
export function signToken(ctx: Context, session: { id: string; userId: string; expiresAt: string }): Promise<string> {
  const [signingKey] = ctx.tokenKeys;
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(session.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(new Date(ctx.now()))
    .setExpirationTime(new Date(session.expiresAt))
    .sign(signingKey);
}

/** Reads the session id from a token that we signed. */
export interface TokenReader {
  peek(token: string): string | undefined;
  read(token: string): Promise<string | undefined>;
}

/** Each token is verified once: a device sends the same one every second. */
export function createTokenReader({ tokenKeys, clock }: Platform): TokenReader {
  const verified = new LRUCache<string, Verified>({ max: maxVerified });
  const peek = (token: string): string | undefined => {
    const known = verified.get(token);
    return known && known.expiresAtMs > clock.nowMs() ? known.sessionId : undefined;
  };
  return {
    peek,
    async read(token) {
      const known = peek(token);
      if (known) return known;
      const fresh = await verify(token, tokenKeys, clock.nowMs());
      if (fresh) verified.set(token, fresh);
      return fresh?.sessionId;
    },
  };
}

async function verify(token: string, keys: readonly Uint8Array[], nowMs: number): Promise<Verified | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer,
        audience,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: new Date(nowMs),
      });
      const sessionId = String(payload.sid);
      // The key allows signing any text as session id; the database accepts only UUIDs.
      return isUuid(sessionId) ? { sessionId, expiresAtMs: Number(payload.exp) * 1_000 } : undefined;
    } catch {
      // Signed by another key, not ours, or expired: try the next key.
    }
  }
  return undefined;
}
