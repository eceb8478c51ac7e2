import type { Context } from '../../platform/context.js';
import { listLatest } from '../devices/latest-devices.service.js';
import { collectFacts, groupByUser, type PersonScore, scorePerson } from './scores.rules.js';
import * as store from './scores.store.js';

export interface ScoredPerson extends PersonScore {
  readonly heartRate: number | null;
  readonly spo2: number | null;
  /** When any device of the person last sent a reading. */
  readonly lastSeen: string | null;
  readonly recentFalls: number;
}

/** The scores of several people in two queries, however many they are. */
export async function computeScores(ctx: Context, userIds: readonly string[]): Promise<Map<string, ScoredPerson>> {
  const nowMs = ctx.clock.nowMs();
  const devices = groupByUser(await listLatest(ctx, userIds));
  const falls = groupByUser(await store.listRecentFalls(ctx.db, userIds, nowMs));
  return new Map(
    userIds.map((userId) => {
      const own = falls.get(userId) ?? [];
      const facts = collectFacts(devices.get(userId) ?? [], own, nowMs);
      const { heartRate, spo2, lastSeen } = facts;
      const score = scorePerson(facts, nowMs);
      return [userId, { ...score, heartRate, spo2, lastSeen, recentFalls: own.length }];
    }),
  );
}

export async function computeScore(ctx: Context, userId: string): Promise<ScoredPerson> {
  return (await computeScores(ctx, [userId])).get(userId) as ScoredPerson;
}

/** Computes and stores the scores of these people. Called when something about them has changed. */
export async function refreshScores(ctx: Context, userIds: readonly string[]): Promise<Map<string, ScoredPerson>> {
  const scores = await computeScores(ctx, userIds);
  await store.upsertScores(
    ctx.db,
    [...scores].map(([userId, score]) => toStoredScore(userId, score)),
    ctx.now(),
  );
  return scores;
}

/**
 * All scores, in pieces to limit memory and statement size. Needed because falls lose weight with time even without an
 * event.
 */
export async function refreshAllScores(
  ctx: Context,
  isDryRun: boolean,
): Promise<{ patients: number; highRisk: number }> {
  const pieceSize = 500;
  const result = { patients: 0, highRisk: 0 };
  let afterId: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (afterId !== undefined) {
    const ids: string[] = await store.listPatientIds(ctx.db, afterId, pieceSize);
    const scores = [...(await computeScores(ctx, ids))].map(([userId, score]) => toStoredScore(userId, score));
    if (!isDryRun) await store.upsertScores(ctx.db, scores, ctx.now());
    result.patients += scores.length;
    result.highRisk += scores.filter((score) => score.isHighRisk).length;
    afterId = ids.at(-1);
  }
  return result;
}

/** Writes the scores that the sensor stream has computed since the last time. */
export async function writeScores(ctx: Context): Promise<void> {
  await ctx.state.wearerCache.write();
}

export async function countHighRiskPatients(ctx: Context): Promise<number> {
  await writeScores(ctx);
  return store.countHighRisk(ctx.db);
}

function toStoredScore(userId: string, { healthScore, isHighRisk }: ScoredPerson): store.StoredScore {
  return { userId, healthScore, isHighRisk };
}
