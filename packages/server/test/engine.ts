import { sql } from 'kysely';
import { createEngine, type Engine } from '../src/features/alerts/engine.worker.js';
import type { Channel, DeliveryResult, Notice } from '../src/features/deliveries/channel.js';
import { contextOf, system } from '../src/platform/context.js';
import { testServer } from './harness.js';

/** A channel of which the test decides what becomes of each notice, and which remembers them all. */
export interface TestChannel extends Channel {
  readonly notices: Notice[];
  answer: (notice: Notice) => DeliveryResult | Promise<DeliveryResult>;
}

export function testChannel(): TestChannel {
  const channel: TestChannel = {
    name: 'webhook',
    notices: [],
    answer: () => ({ status: 'sent' }),
    deliver: async (_, notice) => {
      channel.notices.push(notice);
      return channel.answer(notice);
    },
  };
  return channel;
}

const context = async () => contextOf((await testServer()).platform, system);

/** Lets the database's time pass. Deadlines come nearer; nothing runs by itself. */
export async function pass(seconds: number): Promise<void> {
  const { platform } = await testServer();
  await sql`insert into time_shift values (make_interval(secs => ${seconds}))`.execute(platform.db);
}

export interface TestEngine {
  readonly channel: TestChannel;
  /** Everything that is due by now, and what follows from it. */
  readonly run: () => Promise<void>;
  /** What this person was told, in order. */
  readonly toldTo: (recipientId: string) => Notice[];
}

/** What other tests left due is forgotten: nothing of it runs, and the engine is not late. */
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
  const engine: Engine = createEngine([channel]);
  return {
    channel,
    run: async () => {
      const ctx = await context();
      // A round brings so many and no more, and the devices of every other test may have fallen silent meanwhile.
      for (let quiet = 0; quiet < 3; ) {
        const told = channel.notices.length;
        await engine.run(ctx);
        await engine.idle();
        quiet = channel.notices.length > told ? 0 : quiet + 1;
      }
    },
    toldTo: (recipientId) => channel.notices.filter((notice) => notice.recipientId === recipientId),
  };
}
