/** An installation under load: the built server on its own database, and wearables that send a reading a second. */
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import { wear } from '../faults/client.js';
import { Journal } from '../faults/journal.js';
import { isFull } from '../faults/size.js';
import { makeWearers } from '../faults/wearers.js';
import { careEnvironment } from '../processes/care.js';
import { type Running, send, startServer } from '../processes/process.js';
import { createDatabase } from '../servers.js';
import { percentile } from '../times.js';
import { People, type SignedIn } from './people.js';

export interface Ward {
  readonly origin: string;
  readonly base: string;
  readonly server: Running;
  readonly people: People;
  readonly close: () => Promise<void>;
}

/** How often each way is measured. */
export const times = isFull ? 100 : 5;

interface Wanted {
  /** The port is known before the server starts: its peers call it. */
  readonly port: number;
  readonly env: Record<string, string>;
  readonly readingsPerSecond: number;
}

export async function createWard(name: string, { port, env, readingsPerSecond }: Wanted): Promise<Ward> {
  const databaseUrl = await createDatabase(inject('namespace'), name);
  const origin = `http://localhost:${port}`;
  const server = await startServer({ ...careEnvironment(databaseUrl), PORT: String(port), PUBLIC_URL: origin, ...env });
  const people = await People.connect(databaseUrl);
  const wearers = readingsPerSecond > 0 ? await makeWearers(databaseUrl, readingsPerSecond) : [];
  let isOver = false;
  const load = {
    ports: () => [port],
    everyMs: 1_000,
    isImpact: () => false,
    isOver: () => isOver,
    leavesUnknown: true,
  };
  const worn = wear(wearers, new Journal(), load);
  return {
    origin,
    base: server.base,
    server,
    people,
    close: async () => {
      isOver = true;
      await worn;
      await people.close();
      await server.stop();
    },
  };
}

/** Waits until something is found. */
export async function until<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await pause(10);
  }
  throw new Error(`waited for 60 s: ${what}`);
}

/** As a device does it: again, if the server has no time. The time counts from the first attempt. */
export async function postFall(base: string, { token }: SignedIn, confidence = 0.8) {
  const atMs = Date.now();
  const body = await until('a reported fall', async () => {
    const { status, body } = await send(base, 'POST', '/falls', { confidence }, token);
    if (status !== 201 && status !== 503) throw new Error(JSON.stringify(body));
    return status === 201 ? body : undefined;
  });
  return { id: body.data.id as string, atMs };
}

export function describeTimes(values: readonly number[]): string {
  return `p50 ${Math.round(percentile(values, 0.5))} ms, p95 ${Math.round(percentile(values, 0.95))} ms`;
}
