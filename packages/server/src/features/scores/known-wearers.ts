/**
 * What a score is made of besides the reading itself, remembered for the people whose devices speak: the falls of the
 * last month, and what their other devices said. The stream scores every reading; only a score that has changed is
 * written, every few seconds, for statistics over everybody.
 */
import { type Context, contextOf, type Platform, system } from '../../platform/context.js';
import { createKnown, type Known } from '../../platform/known.js';
import { listLatest } from '../devices/devices.service.js';
import { bareScoreOf, type DeviceFacts, factsOf, groupByUser, isHighRisk } from './scores.rules.js';
import * as store from './scores.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** Somebody's falls are others than before. */
    'falls.changed': { userId: string };
  }
}

const maxWearers = 150_000;
/** Falls fade, slowly. */
const lastsMs = 600_000;
/** Another device of theirs may speak to another process. */
const lastsBesideOthersMs = 30_000;

interface Wearer {
  readonly userId: string;
  readonly falls: readonly store.RecentFall[];
  readonly devices: readonly DeviceFacts[];
  /** As it stands in the table, or soon will. */
  stored: store.StoredScore | undefined;
}

export interface KnownWearers extends Known<Wearer> {
  /** The health score of a person whose device has just said this, with whatever else is known of them. */
  score(device: DeviceFacts, nowMs: number): number;
  write(): Promise<void>;
}

export function createKnownWearers(platform: Platform): KnownWearers {
  const { changes, events, clock } = platform;
  const ctx = contextOf(platform, system);
  const known = createKnown<Wearer>({
    changes,
    load: (userIds) => loadWearers(ctx, userIds),
    max: maxWearers,
    lastsMs: (wearer) => (wearer && wearer.devices.length < 2 ? lastsMs : lastsBesideOthersMs),
  });
  const unwritten = new Map<string, store.StoredScore>();
  events.subscribe((event) => {
    if (event.type === 'falls.changed' || event.type === 'device.registered') known.forget(event.userId);
    if (event.type === 'account.changed') known.forgetAll();
    if (event.type === 'changes.missed') known.doubtAll();
  });

  return {
    ...known,
    score(device, nowMs) {
      const wearer = known.last(device.userId) ?? nobodyKnown(device.userId);
      const { userId, falls, devices, stored } = wearer;
      const all = devices.length > 1 ? [device, ...devices.filter(({ id }) => id !== device.id)] : [device];
      const health = bareScoreOf(factsOf(all, falls, nowMs), nowMs);
      const healthScore = health.score;
      if (healthScore !== stored?.healthScore || isHighRisk(health) !== stored.isHighRisk) {
        wearer.stored = { userId, healthScore, isHighRisk: isHighRisk(health) };
        unwritten.set(userId, wearer.stored);
      }
      return healthScore;
    },
    // What fails to be written is written by the upkeep, which goes through everybody.
    async write() {
      const scores = [...unwritten.values()];
      unwritten.clear();
      await store.upsertScores(ctx.db, scores, new Date(clock.nowMs()).toISOString());
    },
  };
}

function nobodyKnown(userId: string): Wearer {
  return { userId, falls: [], devices: [], stored: undefined };
}

async function loadWearers(ctx: Context, userIds: readonly string[]): Promise<Map<string, Wearer>> {
  const falls = groupByUser(await store.listRecentFalls(ctx.db, userIds, ctx.clock.nowMs()));
  const devices = groupByUser(await listLatest(ctx, userIds));
  const stored = new Map((await store.listStoredScores(ctx.db, userIds)).map((score) => [score.userId, score]));
  return new Map(
    userIds.map((userId) => [
      userId,
      { userId, falls: falls.get(userId) ?? [], devices: devices.get(userId) ?? [], stored: stored.get(userId) },
    ]),
  );
}
