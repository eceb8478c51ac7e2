/** Finds the device whose credential a request carries. */
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createCache } from '../platform/cache.js';
import type { Actor, ActorDevice, Platform } from '../platform/context.js';
import type { Role } from '../platform/db/tables/accounts.js';
import { hashToken } from '../platform/tokens.js';
import { listLiveCredentials } from './access.store.js';
import { parseCredential } from './credential-token.js';

declare module '../platform/events/events.js' {
  interface EventTypes {
    /** Revoked, replaced, or deleted with its device. */
    'credential.ended': { credentialId: string };
  }
}

declare module '../platform/context.js' {
  interface ProcessState {
    /** Uses of credentials that are not written yet: credential → time. */
    readonly credentialUses: Map<string, number>;
    /** Load callers into the caches of this process, by the id of their credential or session. */
    readonly callerCaches: Record<'credentials' | 'sessions', ((id: string) => Promise<unknown>)[]>;
  }
}

const maxCredentials = 150_000;
/** A use is noted once a minute, so that a reading costs no write. */
const noteEveryMs = 60_000;

/** An owner with the device that sends. */
interface DeviceActor extends Actor {
  readonly id: string;
  readonly role: Role;
  readonly device: ActorDevice;
}

interface KnownCredential {
  readonly secretHash: Buffer;
  readonly endsAtMs: number;
  readonly actor: DeviceActor;
  notedAtMs: number;
}

export interface CredentialReader {
  /** The cached caller, without a promise: for the sensor stream. */
  peek(token: string): Actor | undefined;
  find(token: string): Promise<Actor | undefined>;
  /** Uses the last known credential while the database is away. */
  findOrLast(token: string): Promise<Actor | undefined>;
}

/**
 * Each token is hashed once: then the token itself is the key under which its credential is found. A changed or ended
 * credential is forgotten in all processes within a second: platform/cache.ts.
 */
export function createCredentialReader(platform: Platform): CredentialReader {
  const { clock, state } = platform;
  const verified = new LRUCache<string, string>({ max: maxCredentials });
  const credentials = createCredentialCache(platform);
  state.callerCaches.credentials.push(credentials.find);

  function use(known: KnownCredential | undefined): Actor | undefined {
    const nowMs = clock.nowMs();
    if (known === undefined || known.endsAtMs <= nowMs) return undefined;
    if (nowMs - known.notedAtMs >= noteEveryMs) {
      known.notedAtMs = nowMs;
      state.credentialUses.set(known.actor.device.credentialId, nowMs);
    }
    return known.actor;
  }

  async function findBy(
    look: (id: string) => Promise<KnownCredential | undefined>,
    token: string,
  ): Promise<Actor | undefined> {
    const sent = parseCredential(token);
    if (!sent) return undefined;
    const known = await look(sent.id);
    // Otherwise invented ids would push real credentials out of the cache.
    if (!known) credentials.forget(sent.id);
    if (!known || !timingSafeEqual(toBytes(hashToken(sent.secret)), known.secretHash)) return undefined;
    verified.set(token, sent.id);
    return use(known);
  }

  return {
    peek(token) {
      const id = verified.get(token);
      return id === undefined ? undefined : use(credentials.peek(id));
    },
    find: (token) => findBy(credentials.find, token),
    findOrLast: (token) => findBy(credentials.findOrLast, token),
  };
}

function createCredentialCache(platform: Platform) {
  const credentials = createCache<KnownCredential>({
    changes: platform.changes,
    load: async (ids) => {
      const rows = await listLiveCredentials(platform.db, ids);
      return new Map(rows.map((row) => [row.credentialId, toKnown(row)]));
    },
    max: maxCredentials,
  });
  platform.events.subscribe((event) => {
    if (event.type === 'credential.ended') credentials.forget(event.credentialId);
    if (event.type === 'account.changed') credentials.forgetWhere(({ actor }) => actor.id === event.userId);
    if (event.type === 'changes.missed') credentials.markAllStale();
  });
  return credentials;
}

function toKnown(row: Awaited<ReturnType<typeof listLiveCredentials>>[number]): KnownCredential {
  const { credentialId, deviceId, macAddress, userId, role, secretHash, expiresAt } = row;
  return {
    secretHash: toBytes(secretHash),
    endsAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    actor: { id: userId, role, sessionId: null, device: { id: deviceId, macAddress, credentialId } },
    notedAtMs: Number.NEGATIVE_INFINITY,
  };
}

function toBytes(hash: string): Buffer {
  return Buffer.from(hash, 'base64url');
}
