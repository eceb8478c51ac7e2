/** Two cells with a directory, in this process: databases of their own on the real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { buildApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { createPlacesJob } from '../src/features/cells/places.service.js';
import { type Context, createContext, system } from '../src/platform/context.js';
import { type BulkConnection, openBulk } from '../src/platform/db/bulk.js';
import type { App } from '../src/platform/http/app.js';
import { createPasswords } from '../src/platform/passwords.js';
import { closePlatform, openPlatform } from '../src/platform/platform.js';
import { createProcessState } from '../src/process-state.js';
import { ensureAdmin, prepareDatabase } from '../src/setup.js';
import { rootAdmin } from './harness.js';
import { freePort } from './processes/process.js';
import { createDatabase } from './servers.js';

export interface CellSite {
  readonly app: App;
  readonly ctx: Context;
  readonly url: string;
  readonly databaseUrl: string;
  readonly bulk: BulkConnection;
  /** Tells the directory who is here, as the job does every two seconds. */
  readonly enterPlaces: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createDirectory(): Promise<string> {
  return createDatabase(inject('namespace'), `directory_${process.pid}`);
}

export async function openCell(cell: string, directoryUrl: string): Promise<CellSite> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-cell-'));
  const databaseUrl = await createDatabase(inject('namespace'), `cell_${cell}_${process.pid}`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    NODE_ENV: 'test',
    JWT_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_SIGNUP: 'off',
    RATE_LIMIT_LOGIN: 'off',
    RATE_LIMIT_SENSOR: 'off',
    SIGNUP_ROLES: 'PATIENT,CAREGIVER',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: url,
    CELL: cell,
    DIRECTORY_URL: directoryUrl,
  };
  const passwords = createPasswords({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });
  const platform = await openPlatform(loadConfig(env), createProcessState, { passwords });
  await prepareDatabase(platform);
  await ensureAdmin(platform, `${cell}-${rootAdmin.email}`, rootAdmin.password);
  const { app } = await buildApp(platform);
  await app.listen({ host: '127.0.0.1', port });
  const ctx = createContext(platform, system);
  // Its own options instead of the recorder's, which end a connection after 8 s without a statement: tests work longer.
  const bulk = await openBulk(`${databaseUrl}?options=-c%20timezone%3DUTC`);
  const enter = createPlacesJob();
  return {
    app,
    ctx,
    url,
    databaseUrl,
    bulk,
    enterPlaces: () => enter(ctx),
    async close() {
      await bulk.close();
      await app.close();
      await closePlatform(platform);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
