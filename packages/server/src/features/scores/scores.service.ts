import type { Context } from '../../platform/context.js';
import { listLatest } from '../devices/devices.service.js';
import { createKnownWearers } from './known-wearers.js';
import { factsOf, groupByUser, type PersonScore, personScoreOf } from './scores.rules.js';
import * as store from './scores.store.js';

export { createKnownWearers } from './known-wearers.js';

export interface ScoredPerson extends PersonScore {
  readonly heartRate: number | null;
  readonly spo2: number | null;
  /** When anything was last heard from a device. */
  readonly lastSeen: string | null;
  readonly recentFalls: number;
}

/** The health of several people in two queries, however many they are. */
export async function scoresOf(ctx: Context, userIds: readonly string[]): Promise<Map<string, ScoredPerson>> {
  const nowMs = ctx.clock.nowMs();
  const devices = groupByUser(await listLatest(ctx, userIds));
  const falls = groupByUser(await store.listRecentFalls(ctx.db, userIds, nowMs));
  return new Map(
    userIds.map((userId) => {
      const own = falls.get(userId) ?? [];
      const facts = factsOf(devices.get(userId) ?? [], own, nowMs);
      const { heartRate, spo2, lastSeen } = facts;
      const score = personScoreOf(facts, nowMs);
      return [userId, { ...score, heartRate, spo2, lastSeen, recentFalls: own.length }];
    }),
  );
}

export async function scoreOf(ctx: Context, userId: string): Promise<ScoredPerson> {
  return (await scoresOf(ctx, [userId])).get(userId) as ScoredPerson;
}

/** Calculates and keeps the scores of these people, whenever something has happened to them. */
export async function refreshScores(ctx: Context, userIds: readonly string[]): Promise<Map<string, ScoredPerson>> {
  const scores = await scoresOf(ctx, userIds);
  await store.upsertScores(
    ctx.db,
    [...scores].map(([userId, score]) => storedOf(userId, score)),
    ctx.now(),
  );
  return scores;
}

/** Everybody's score, in pieces that keep memory and statements small: falls fade although nothing happens. */
export async function refreshAllScores(
  ctx: Context,
  isDryRun: boolean,
): Promise<{ patients: number; highRisk: number }> {
  const pieceSize = 500;
  const result = { patients: 0, highRisk: 0 };
  let afterId: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (afterId !== undefined) {
    const ids: string[] = await store.listPatientIds(ctx.db, afterId, pieceSize);
    const scores = [...(await scoresOf(ctx, ids))].map(([userId, score]) => storedOf(userId, score));
    if (!isDryRun) await store.upsertScores(ctx.db, scores, ctx.now());
    result.patients += scores.length;
    result.highRisk += scores.filter((score) => score.isHighRisk).length;
    afterId = ids.at(-1);
  }
  return result;
}

/** What the stream has found since and nobody has written down. */
export async function writeScores(ctx: Context): Promise<void> {
  await ctx.ofProcess(createKnownWearers).write();
}

export async function countHighRiskPatients(ctx: Context): Promise<number> {
  await writeScores(ctx);
  return store.countHighRisk(ctx.db);
}

function storedOf(userId: string, { healthScore, isHighRisk }: ScoredPerson): store.StoredScore {
  return { userId, healthScore, isHighRisk };
}
