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
import { caller, freshEmail, password } from './people.js';
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

let databases = 0;

/** Several files of tests share a process, and each has its own. */
function createNamed(name: string): Promise<string> {
  databases += 1;
  return createDatabase(inject('namespace'), `${name}_${process.pid}_${databases}`);
}

/** The cells `a` and `b` of a new directory. */
export async function openCells(): Promise<[a: CellSite, b: CellSite]> {
  const directoryUrl = await createNamed('directory');
  return [await openCell('a', directoryUrl), await openCell('b', directoryUrl)];
}

async function openCell(cell: string, directoryUrl: string): Promise<CellSite> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-cell-'));
  const databaseUrl = await createNamed(`cell_${cell}`);
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

export interface Resident {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export async function signUpIn({ app }: CellSite, role = 'PATIENT'): Promise<Resident> {
  const email = freshEmail();
  const account = { email, password, firstName: 'Rose', lastName: 'Hill', role };
  const { body, data } = await caller(undefined, app).post('/auth/signup', account);
  return { id: data.id, email, token: body.token };
}
