import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { type Clock, systemClock } from './clock.js';
import type { Platform } from './context.js';
import { openDatabase } from './db/database.js';
import { createMemoryEvents } from './events/memory.js';
import { createNatsEvents } from './events/nats.js';
import { createMemoryHotState } from './hot/memory.js';
import { createRedisHotState } from './hot/redis.js';
import { createLog, type Log } from './log.js';
import { createMetrics } from './metrics.js';
import { createPasswords } from './passwords.js';

export interface PlatformOptions {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Chooses the drivers: a server where an address is given, else in process. */
export async function openPlatform(config: Config, options: PlatformOptions = {}): Promise<Platform> {
  const { clock = systemClock, log = createLog(config) } = options;
  const db = await openDatabase(config, log);
  const passwords = createPasswords();
  const metrics = createMetrics();
  metrics.watch('password_queue', 'Logins and signups that wait for their password to be hashed.', passwords.queued);
  return {
    config,
    clock,
    log,
    db,
    passwords,
    metrics,
    hot: config.redisUrl
      ? createRedisHotState(config.redisUrl, `${config.namespace}:`, clock, log)
      : createMemoryHotState(clock),
    events: config.natsUrl
      ? createNatsEvents(config.natsUrl, `${config.namespace}.events`, log)
      : createMemoryEvents(log),
    tokenKeys: tokenKeysOf(config),
  };
}

export async function closePlatform({ events, hot, db }: Platform): Promise<void> {
  await events.close();
  await hot.close();
  await db.destroy();
}

function tokenKeysOf({ jwtSecrets, dataDir }: Config): Platform['tokenKeys'] {
  const [first = developmentSecret(dataDir), ...others] = jwtSecrets ?? [];
  return [Buffer.from(first), ...others.map((secret) => Buffer.from(secret))];
}

/** Kept beside the embedded database, so that sessions live on over a restart. Production brings its own. */
function developmentSecret(dataDir: string): string {
  if (dataDir === 'memory') return randomBytes(32).toString('base64');
  const path = join(dataDir, 'jwt-secret');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8').trim();
}
