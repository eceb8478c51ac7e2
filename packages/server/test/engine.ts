import { sql } from 'kysely';
import type { Channel, DeliveryResult, Notice } from '../src/features/deliveries/channel.js';
import { createEngine, type Engine } from '../src/features/escalation/engine.worker.js';
import { type Context, createContext, system } from '../src/platform/context.js';
import { listEverybody, testServer } from './harness.js';

/** A channel whose delivery results the test decides, and which records all notices. */
export interface TestChannel extends Channel {
  readonly notices: Notice[];
  answer: (notice: Notice) => DeliveryResult | Promise<DeliveryResult>;
}

export function testChannel(): TestChannel {
  const channel: TestChannel = {
    name: 'webhook',
    listTargets: listEverybody,
    listReachable: async (_, userIds) => userIds.map((userId) => ({ userId, channel: 'webhook' })),
    notices: [],
    answer: () => ({ status: 'sent' }),
    deliver: async (_, notice) => {
      channel.notices.push(notice);
      return channel.answer(notice);
    },
  };
  return channel;
}

export async function contextWith(channels: readonly Channel[]): Promise<Context> {
  const { platform } = await testServer();
  return createContext({ ...platform, state: { ...platform.state, channels } }, system);
}

/** One round of everything that is due now. */
export async function runOnce(engine: Engine, ctx: Context): Promise<void> {
  await engine.escalate(ctx);
  await engine.deliver(ctx);
  await engine.idle();
}

/** Advances the database's time. Deadlines come nearer; nothing runs by itself. */
export async function pass(seconds: number): Promise<void> {
  const { platform } = await testServer();
  await sql`insert into time_shift values (make_interval(secs => ${seconds}))`.execute(platform.db);
}

/** Undoes what earlier files did: the database and the processes have the same time again. */
export async function resetTime(): Promise<void> {
  const { platform } = await testServer();
  await sql`delete from time_shift`.execute(platform.db);
}

export interface TestEngine {
  readonly channel: TestChannel;
  /** Runs everything that is due now, and what follows from it. */
  readonly run: () => Promise<void>;
  /** One round of deliveries: takes what is due and reports itself busy with the others. */
  readonly deliver: () => Promise<void>;
  /** The notices to this person, in order. */
  readonly toldTo: (recipientId: string) => Notice[];
}

/** Removes everything that other tests left due: none of it runs, and the engine is not late. */
export async function nothingDue(): Promise<void> {
  const { platform } = await testServer();
  await sql`update escalations set due_at = null, reach_by = null`.execute(platform.db);
  await sql`update deliveries set status = 'cancelled', due_at = null where status = 'pending'`.execute(platform.db);
}

export async function freshEngine(): Promise<TestEngine> {
  await nothingDue();
  return testEngine();
}

export function testEngine(): TestEngine {
  const channel = testChannel();
  const engine: Engine = createEngine();
  return {
    channel,
    run: async () => {
      const ctx = await contextWith([channel]);
      // A round has a maximum size, and devices of other tests may have become silent since.
      for (let quiet = 0; quiet < 3; ) {
        const told = channel.notices.length;
        await runOnce(engine, ctx);
        quiet = channel.notices.length > told ? 0 : quiet + 1;
      }
    },
    deliver: async () => engine.deliver(await contextWith([channel])),
    toldTo: (recipientId) => channel.notices.filter((notice) => notice.recipientId === recipientId),
  };
}
