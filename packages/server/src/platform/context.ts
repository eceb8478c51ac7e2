import type { Config } from '../config.js';
import type { Cells } from './cells/cells.js';
import type { Clock, DatabaseClock } from './clock.js';
import type { Changes } from './db/changes.js';
import type { Db } from './db/database.js';
import type { Role } from './db/tables/accounts.js';
import type { EventLoopWatch } from './event-loop.js';
import type { Event, Events } from './events/events.js';
import type { HotState } from './hot/hot-state.js';
import { newId } from './ids.js';
import type { Journal } from './journal/journal.js';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { Passwords } from './passwords.js';
import type { Tracing } from './tracing/tracing.js';

/** The resources of a process, created once at start. */
export interface Platform {
  readonly config: Config;
  readonly db: Db;
  /** The same database over separate connections, for work that must not wait behind requests. */
  readonly alertsDb: Db;
  readonly changes: Changes;
  readonly hot: HotState;
  /** Null if readings are written directly to the database. */
  readonly journal: Journal | null;
  readonly events: Events;
  /** Null if this is the only installation. */
  readonly cells: Cells | null;
  readonly passwords: Passwords;
  /** Keys of session tokens: the first one signs, all are accepted. */
  readonly tokenKeys: readonly [Uint8Array, ...Uint8Array[]];
  readonly metrics: Metrics;
  /** Null unless traces are switched on. */
  readonly tracing: Tracing | null;
  readonly clock: Clock;
  readonly eventLoop: EventLoopWatch;
  /** The database clock behind `clock`; null if the caller supplied another clock, as tests do. */
  readonly databaseClock: DatabaseClock | null;
  readonly log: Log;
  /**
   * isStopping: a stop was requested, not ready for new work. isDraining: each connection closes after its next answer.
   */
  readonly lifecycle: { isStopping: boolean; isDraining: boolean };
  readonly state: ProcessState;
}

/** Per-process state of features, by name. A feature declares its own entry; src/process-state.ts creates them. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface ProcessState {}

/** The device whose own credential a request carries. */
export interface ActorDevice {
  readonly id: string;
  readonly macAddress: string;
  readonly credentialId: string;
}

/** The caller: a signed-in person, a device, NOBODY (signup, login), or SYSTEM, the service itself. */
export interface Actor {
  readonly id: string | null;
  readonly role: Role | 'NOBODY' | 'SYSTEM';
  readonly sessionId: string | null;
  /** The session was opened with a second factor, or one was proved in it. */
  readonly hasSecondFactor?: boolean;
  /** Set if a device sends with its own credential: `id` and `role` are then those of its owner. */
  readonly device?: ActorDevice;
}

export const nobody: Actor = { id: null, role: 'NOBODY', sessionId: null };
export const system: Actor = { id: null, role: 'SYSTEM', sessionId: null };

/** The first argument of every service function. */
export interface Context extends Platform {
  readonly actor: Actor;
  readonly requestId: string | null;
  /** ISO 8601, UTC. */
  now(): string;
  newId(): string;
}

export function createContext(platform: Platform, actor: Actor, requestId: string | null = null): Context {
  const { clock } = platform;
  return {
    ...platform,
    actor,
    requestId,
    now: () => new Date(clock.nowMs()).toISOString(),
    newId: () => newId(clock.nowMs()),
  };
}

/** The id of the signed-in person. Throws if there is none: then the route's access rule is wrong. */
export function actorId(ctx: Context): string {
  if (ctx.actor.id === null) throw new Error('This needs a signed-in person');
  return ctx.actor.id;
}

/**
 * Joins an open transaction or begins one. Inside, use only the inner ctx: shadow the outer one. Events are published
 * after the commit; a rollback drops them.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const held: Event[] = [];
  const events = { ...ctx.events, publish: (event: Event) => void held.push(event) };
  const result = await ctx.db.transaction().execute((db) => work({ ...ctx, db, events }));
  for (const event of held) ctx.events.publish(event);
  return result;
}
