import type { Context } from '../../platform/context.js';
import { type PersonScore, personScoreOf, type ScoreFacts } from './scores.rules.js';
import * as store from './scores.store.js';

const fallsFadeAfterMs = 30 * 86_400_000;
const nothingKnown: ScoreFacts = {
  heartRate: null,
  heartRateMean: null,
  heartRateVariance: null,
  spo2: null,
  batteryLevel: null,
  sensorsInitialized: null,
  falls: [],
};

export interface ScoredPerson extends PersonScore {
  readonly heartRate: number | null;
  readonly spo2: number | null;
  /** When anything was last heard from a device. */
  readonly lastSeen: string | null;
  readonly recentFalls: number;
}

/** The health of several people in two queries, however many they are. */
export async function scoresOf(ctx: Context, userIds: readonly string[]): Promise<Map<string, ScoredPerson>> {
  const since = new Date(ctx.clock.nowMs() - fallsFadeAfterMs).toISOString();
  const vitals = new Map((await store.listLatestVitals(ctx.db, userIds)).map((row) => [row.userId, row]));
  const falls = groupByUser(await store.listFallsSince(ctx.db, userIds, since));
  return new Map(
    userIds.map((userId) => {
      const latest = vitals.get(userId);
      const own = falls.get(userId) ?? [];
      const score = personScoreOf({ ...nothingKnown, ...latest, falls: own }, ctx.clock.nowMs());
      const { heartRate = null, spo2 = null, lastSeen = null } = latest ?? {};
      return [userId, { ...score, heartRate, spo2, lastSeen, recentFalls: own.length }];
    }),
  );
}

export async function scoreOf(ctx: Context, userId: string): Promise<ScoredPerson> {
  return (await scoresOf(ctx, [userId])).get(userId) as ScoredPerson;
}

/** Everybody's score, in pieces that keep memory and statements small. */
export async function* scoresOfAllPatients(ctx: Context): AsyncGenerator<[string, ScoredPerson][]> {
  const pieceSize = 500;
  let afterId = '00000000-0000-0000-0000-000000000000';
  while (true) {
    const ids = await store.listPatientIds(ctx.db, afterId, pieceSize);
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    yield [...(await scoresOf(ctx, ids))];
    afterId = lastId;
  }
}

function groupByUser(falls: readonly store.RecentFall[]): Map<string, store.RecentFall[]> {
  const groups = new Map<string, store.RecentFall[]>();
  for (const fall of falls) groups.set(fall.userId, [...(groups.get(fall.userId) ?? []), fall]);
  return groups;
}
