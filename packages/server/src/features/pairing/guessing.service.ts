/** Counts wrong pairing codes, in all processes: guessing.rules.ts. */
import { createHmac } from 'node:crypto';
import type { Context } from '../../platform/context.js';
import type { Pace, Turn } from '../../platform/hot/hot-state.js';
import { Refusal, tooMany } from '../../platform/refusal.js';
import { allPace, lanePace } from './guessing.rules.js';

export interface Lanes {
  /** The client's address. */
  readonly client: string;
  readonly userId?: string;
}

/**
 * Runs `work`, which returns undefined for a wrong code. Tries are taken before the code is checked, so that a thousand
 * simultaneous guesses are not all checked; a right code gives them back.
 */
export async function checkCode<T>(ctx: Context, lanes: Lanes, work: () => Promise<T | undefined>): Promise<T> {
  const own = [`client ${lanes.client}`, ...(lanes.userId ? [`account ${lanes.userId}`] : [])];
  const ownKeys = own.map((lane) => `pairing:${keyedHash(ctx, lane)}`);
  const giveBackOwn = await takeTries(ctx, ownKeys, lanePace, 'Too many wrong codes.');
  const giveBackAll = await takeTries(ctx, ['pairing:all'], allPace, 'Pairing is busy: too many wrong codes.').catch(
    (refusal: unknown) => {
      giveBackOwn();
      throw refusal;
    },
  );
  let isWrong = false;
  try {
    const result = await work();
    isWrong = result === undefined;
    if (result !== undefined) return result;
  } finally {
    if (!isWrong) {
      giveBackOwn();
      giveBackAll();
    }
  }
  throw wrongCode();
}

/** Takes one try on each lane, or none: then it refuses with the time to wait. */
async function takeTries(
  { hot, clock, metrics }: Context,
  keys: readonly string[],
  pace: Pace,
  sentence: string,
): Promise<() => void> {
  const requests = keys.map((key) => ({ key, agoMs: 0, heldUpMs: 0, takesTurn: true }));
  const turns = await hot.takeTurns(requests, pace);
  const refused = turns.filter(({ isAllowed }) => !isAllowed);
  const taken = keys.filter((_, index) => (turns[index] as Turn).isAllowed);
  if (refused.length === 0) return () => hot.giveBack(taken, pace);
  hot.giveBack(taken, pace);
  metrics.counter('rate_limited_total').inc({ limit: 'pairing' });
  const waitMs = Math.max(...refused.map(({ nextAtMs }) => nextAtMs)) - clock.nowMs();
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  throw tooMany(`${sentence} Try again in ${seconds} seconds.`, seconds);
}

export function wrongCode(): Refusal {
  return new Refusal(404, 'NOT_FOUND', 'This code is wrong, expired or already used. Ask for a new one.');
}

/** So that Redis contains no addresses. */
function keyedHash({ tokenKeys: [key] }: Context, text: string): string {
  return createHmac('sha256', key).update(`pairing ${text}`).digest('base64url').slice(0, 32);
}
