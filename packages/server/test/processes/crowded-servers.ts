// For the declarations it adds.
import type {} from '../../src/access/session.js';
import { type BuiltApp, buildApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import type { Platform } from '../../src/platform/context.js';
import { closePlatform, openPlatform } from '../../src/platform/platform.js';
import { createProcessState } from '../../src/process-state.js';
import { careEnvironment, logInAsAdmin, signUp } from './care.js';
import { type Cast, fillCrowd } from './crowd.js';
import type { CallerName } from './list-requests.js';
import { type StatementLog, watchStatements } from './plans.js';
import { type Running, startServer } from './process.js';

/**
 * Two servers on the same database, filled by crowd.ts: one in its own process, called over HTTP; and one in this
 * process, called by inject, to record each statement it sends.
 */
export interface CrowdedServers {
  readonly server: Running;
  readonly platform: Platform;
  readonly app: BuiltApp['app'];
  readonly statementLog: StatementLog;
  readonly ids: Cast;
  readonly tokens: Record<CallerName, string | undefined>;
  readonly stop: () => Promise<void>;
}

export async function startCrowdedServers(databaseUrl: string): Promise<CrowdedServers> {
  // API only: the thousands of silent devices would keep the other roles busy with alerts.
  const env = { ...careEnvironment(databaseUrl), ROLES: 'api' };
  const server = await startServer(env);
  const people = {
    busyPatient: await signUp(server.base, 'PATIENT'),
    quietPatient: await signUp(server.base, 'PATIENT'),
    busyCaregiver: await signUp(server.base, 'CAREGIVER'),
    caregiver: await signUp(server.base, 'CAREGIVER'),
    quietCaregiver: await signUp(server.base, 'CAREGIVER'),
  };
  const pick = (field: 'id' | 'token') =>
    Object.fromEntries(Object.entries(people).map(([name, person]) => [name, person[field]])) as Record<
      keyof Cast,
      string
    >;
  const ids = pick('id');
  const tokens = { ...pick('token'), admin: (await logInAsAdmin(server.base)).token, nobody: undefined };
  await fillCrowd(databaseUrl, ids);

  const statementLog = watchStatements();
  const platform = await openPlatform(loadConfig({ ...env, NODE_ENV: 'test' }), createProcessState);
  const { app } = await buildApp(platform);
  const stop = async (): Promise<void> => {
    statementLog.stop();
    await app.close();
    await closePlatform(platform);
    await server.stop();
  };
  return { server, platform, app, statementLog, ids, tokens, stop };
}
