/** A recorder whose machine hangs, with its connections open, does not keep the others from recording. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshMac, reading } from '../people.js';
import { careEnvironment, connect, signUp } from '../processes/care.js';
import { type Running, send, startProbed, startServer } from '../processes/process.js';
import { createDatabase, servers } from '../servers.js';

const namespace = `hung_${inject('namespace')}`;
let database: pg.Client;
let env: Record<string, string>;
const running: Running[] = [];

beforeAll(async () => {
  const url = await createDatabase(inject('namespace'), 'hung_recorder');
  database = await connect(url);
  env = { ...careEnvironment(url), NAMESPACE: namespace, NATS_URL: servers.nats };
});

afterAll(async () => {
  for (const one of running) await one.stop('SIGKILL');
  await database?.end();
});

const count = async (statement: string): Promise<number> => Number((await database.query(statement)).rows[0].count);
const recorders = `select count(*) from pg_locks where locktype = 'advisory' and classid = 7221028 and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;

test('another recorder takes over', async () => {
  const api = await startServer({ ...env, ROLES: 'api' });
  const hung = await startProbed({ ...env, ROLES: 'recorder' });
  running.push(api, hung);
  await expect.poll(() => count(recorders)).toBe(1);
  running.push(await startProbed({ ...env, ROLES: 'recorder' }));
  const wearer = await signUp(api.base, 'PATIENT');
  const stream = async () => send(api.base, 'POST', '/device/sensor-stream', reading(freshMac()), wearer.token);
  expect((await stream()).status).toBe(200);
  await expect.poll(() => count('select count(*) from readings')).toBe(1);

  hung.child.kill('SIGSTOP');
  expect((await stream()).status).toBe(200);
  await expect.poll(() => count('select count(*) from readings')).toBe(2);
});
