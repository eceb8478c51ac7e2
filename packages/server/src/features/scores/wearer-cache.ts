/**
 * The data that a score needs besides the reading, cached for people whose devices send: the falls of the last month,
 * and the values of their other devices. The stream computes a score for every reading; only changed scores are
 * written, every few seconds, for statistics over all patients.
 */

import { type Cache, createCache } from '../../platform/cache.js';
import { type Context, createContext, type Platform, system } from '../../platform/context.js';
import { listLatest } from '../devices/latest-devices.service.js';
import { collectFacts, type DeviceFacts, groupByUser, isHighRisk, scoreWithoutFactors } from './scores.rules.js';
import * as store from './scores.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** A person's falls have changed. */
    'falls.changed': { userId: string };
  }
}

const maxWearers = 150_000;
/** The weight of falls decreases slowly, so 10 minutes are accurate enough. */
const lastsMs = 600_000;
/** With several devices: another one may send to another process. */
const lastsBesideOthersMs = 30_000;

interface Wearer {
  readonly userId: string;
  readonly falls: readonly store.RecentFall[];
  readonly devices: readonly DeviceFacts[];
  /** The score in the table, or about to be written there. */
  stored: store.StoredScore | undefined;
}

export interface WearerCache extends Cache<Wearer> {
  /** The health score of a person after a reading of this device, with the other data in the cache. */
  score(device: DeviceFacts, nowMs: number): number;
  write(): Promise<void>;
}

declare module '../../platform/context.js' {
  interface ProcessState {
    /** The data that the health score needs, for wearers whose devices sent recently. */
    readonly wearerCache: WearerCache;
  }
}

export function createWearerCache(platform: Platform): WearerCache {
  const { changes, events, clock } = platform;
  const ctx = createContext(platform, system);
  const known = createCache<Wearer>({
    changes,
    load: (userIds) => loadWearers(ctx, userIds),
    max: maxWearers,
    lastsMs: (wearer) => (wearer && wearer.devices.length < 2 ? lastsMs : lastsBesideOthersMs),
  });
  const unwritten = new Map<string, store.StoredScore>();
  events.subscribe((event) => {
    if (event.type === 'falls.changed' || event.type === 'device.registered' || event.type === 'account.changed')
      known.forget(event.userId);
    if (event.type === 'changes.missed') known.markAllStale();
  });

  return {
    ...known,
    score(device, nowMs) {
      const wearer = known.last(device.userId) ?? createUnknownWearer(device.userId);
      const { userId, falls, devices, stored } = wearer;
      const all = devices.length > 1 ? [device, ...devices.filter(({ id }) => id !== device.id)] : [device];
      const health = scoreWithoutFactors(collectFacts(all, falls, nowMs), nowMs);
      const healthScore = health.score;
      if (healthScore !== stored?.healthScore || isHighRisk(health) !== stored.isHighRisk) {
        wearer.stored = { userId, healthScore, isHighRisk: isHighRisk(health) };
        unwritten.set(userId, wearer.stored);
      }
      return healthScore;
    },
    // Scores that fail to be written are written by the upkeep job, which goes through all patients.
    async write() {
      const scores = [...unwritten.values()];
      unwritten.clear();
      await store.upsertScores(ctx.db, scores, new Date(clock.nowMs()).toISOString());
    },
  };
}

function createUnknownWearer(userId: string): Wearer {
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
