import type { Config } from '../config.js';
import type { Clock } from './clock.js';
import type { Changes } from './db/changes.js';
import type { Db } from './db/database.js';
import type { Role } from './db/tables.js';
import type { Event, Events } from './events/events.js';
import type { HotState } from './hot/hot-state.js';
import { newId } from './ids.js';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { Passwords } from './passwords.js';
import type { RecordLog } from './records/record-log.js';

/** What a process has, made once at its start. */
export interface Platform {
  readonly config: Config;
  readonly db: Db;
  /** The same database over connections of its own, for what must not wait behind requests. */
  readonly alertsDb: Db;
  readonly changes: Changes;
  readonly hot: HotState;
  /** Null where readings go straight into the database. */
  readonly records: RecordLog | null;
  readonly events: Events;
  readonly passwords: Passwords;
  /** Keys of session tokens: the first signs, all are accepted. */
  readonly tokenKeys: readonly [Uint8Array, ...Uint8Array[]];
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly log: Log;
  /** Set once the process has been asked to end. */
  readonly lifecycle: { isStopping: boolean };
  /** What a feature remembers for the whole process: made when it is first asked for. */
  readonly ofProcess: <T>(create: (platform: Platform) => T) => T;
}

/** Who asks: a person with a session, nobody yet (signup, login), or the service itself. */
export interface Actor {
  readonly id: string | null;
  readonly role: Role | 'NOBODY' | 'SYSTEM';
  readonly sessionId: string | null;
}

export const nobody: Actor = { id: null, role: 'NOBODY', sessionId: null };
export const system: Actor = { id: null, role: 'SYSTEM', sessionId: null };

/** The one argument of every service. */
export interface Context extends Platform {
  readonly actor: Actor;
  readonly requestId: string | null;
  /** ISO 8601, UTC. */
  now(): string;
  newId(): string;
}

export function contextOf(platform: Platform, actor: Actor, requestId: string | null = null): Context {
  const { clock } = platform;
  return {
    ...platform,
    actor,
    requestId,
    now: () => new Date(clock.nowMs()).toISOString(),
    newId: () => newId(clock.nowMs()),
  };
}

/** The id of a person who has signed in. Asking for nobody's is a fault in the route's access. */
export function actorId(ctx: Context): string {
  if (ctx.actor.id === null) throw new Error('This needs a signed-in person');
  return ctx.actor.id;
}

/**
 * Joins an open transaction, else begins one. Inside, use only the inner ctx: shadow the outer one. Events
 * leave after the commit, and not at all if there is none.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const held: Event[] = [];
  const events = { ...ctx.events, publish: (event: Event) => void held.push(event) };
  const result = await ctx.db.transaction().execute((db) => work({ ...ctx, db, events }));
  for (const event of held) ctx.events.publish(event);
  return result;
}
