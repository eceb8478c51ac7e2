import type { Context } from '../../platform/context.js';
import { factsOf, type PersonScore, personScoreOf } from './scores.rules.js';
import * as store from './scores.store.js';

const fallsFadeAfterMs = 30 * 86_400_000;
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
  const devices = groupByUser(await store.listDeviceFacts(ctx.db, userIds));
  const falls = groupByUser(await store.listFallsSince(ctx.db, userIds, since));
  const nowMs = ctx.clock.nowMs();
  return new Map(
    userIds.map((userId) => {
      const own = falls.get(userId) ?? [];
      const facts = factsOf(devices.get(userId) ?? [], nowMs);
      const { heartRate, spo2, lastSeen } = facts;
      const score = personScoreOf({ ...facts, falls: own }, nowMs);
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

export function countHighRiskPatients(ctx: Context): Promise<number> {
  return store.countHighRisk(ctx.db);
}

function storedOf(userId: string, { healthScore, isHighRisk }: ScoredPerson): store.StoredScore {
  return { userId, healthScore, isHighRisk };
}

function groupByUser<Row extends { readonly userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.userId);
    if (group) group.push(row);
    else groups.set(row.userId, [row]);
  }
  return groups;
}
