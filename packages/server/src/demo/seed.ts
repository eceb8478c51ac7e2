import type { Config } from '../config.js';
import { closePlatform, openPlatform } from '../platform/platform.js';
import { createProcessState } from '../process-state.js';
import { ensureAdmin, prepareDatabase } from '../setup.js';
import { History, historyDays } from './history.js';
import { HistoryClock } from './history-clock.js';
import { caregivers, demoAdmin, wearers } from './story.js';

export interface DemoPerson {
  readonly role: 'ADMIN' | 'CAREGIVER' | 'PATIENT';
  readonly name: string;
  readonly email: string;
  /** Only for wearers. */
  readonly device?: { readonly macAddress: string; readonly site: 'waist' | 'wrist' };
}

const dayMs = 86_400_000;

/**
 * Fills a database with the people of the story and their history of some weeks, through the API: the app runs on a
 * clock that is set back and then advanced day by day, so all rows are as if it had happened.
 */
export async function seedDemo(settings: Config, password: string): Promise<DemoPerson[]> {
  if (settings.nodeEnv === 'production') throw new Error('Demo people have no place in production.');
  const unlimited = { limitGlobal: null, limitSignup: null, limitLogin: null, limitSensor: null };
  // One session that lasts for the whole history.
  const config = {
    ...settings,
    ...unlimited,
    redisUrl: null,
    natsUrl: null,
    // No mail to people of a story.
    smtpUrl: null,
    sessionDurationMs: 2 * historyDays * dayMs,
  };
  const clock = new HistoryClock();
  const endMs = Date.now();
  clock.set(endMs - historyDays * dayMs);
  const platform = await openPlatform(config, createProcessState, { clock });
  try {
    await prepareDatabase(platform);
    const { isNew } = await ensureAdmin(platform, demoAdmin.email, password);
    if (!isNew)
      throw new Error(`There is an account ${demoAdmin.email} already: the demo wants a database of its own.`);
    await new History(platform, clock, password).create(endMs);
  } finally {
    await closePlatform(platform);
  }
  return listDemoPeople();
}

function listDemoPeople(): DemoPerson[] {
  const named = (one: { firstName: string; lastName: string; email: string }) => {
    return { name: `${one.firstName} ${one.lastName}`, email: one.email };
  };
  return [
    { role: 'ADMIN', name: 'First Admin', email: demoAdmin.email },
    ...caregivers.map((one) => ({ role: 'CAREGIVER' as const, ...named(one) })),
    ...wearers.map((one) => {
      return { role: 'PATIENT' as const, ...named(one), device: { macAddress: one.macAddress, site: one.site } };
    }),
  ];
}
