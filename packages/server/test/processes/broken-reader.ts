import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { listen } from '../listener.js';

/** Reads, disconnects at random, reconnects to the other process with its last id. */
export function startBrokenReader(bases: readonly [string, string], token: string, seed: number) {
  const numbers: number[] = [];
  let [lastId, breaks, isDone] = ['', 0, false];
  let onReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const run = async (): Promise<void> => {
    for (let turn = seed; !isDone; turn++) {
      const headers: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId };
      const listener = await listen(bases[turn % 2 === 0 ? 0 : 1], {
        token,
        headers,
        onEvent: ({ type, id, data }) => {
          if (type === 'resync') throw new Error('resync');
          lastId = id;
          if (type === 'ready') onReady();
          if (data.n !== undefined) numbers.push(data.n);
        },
      });
      await Promise.race([listener.ended, pause(100 + Math.random() * 700)]);
      // Data that has arrived but was not parsed yet is lost with the connection, as in production.
      listener.close();
      await listener.ended;
      breaks += 1;
    }
  };
  const running = run();
  return {
    ready,
    breaks: () => breaks,
    until: async (count: number): Promise<number[]> => {
      await expect.poll(() => numbers.length, { interval: 50 }).toBeGreaterThanOrEqual(count);
      isDone = true;
      await running;
      return numbers;
    },
  };
}

/** Eight transactions at a time, each open for a while: they commit in another order than they write. */
export async function writeAtOnce(url: string, recipient: string, total: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  let next = 0;
  const writer = async (): Promise<void> => {
    const client = await pool.connect();
    while (next < total) {
      await client.query('begin');
      for (let k = 0; k < 10 && next < total; k++)
        await client.query(
          `insert into live_events (at, type, recipients, to_admins, data) values (now(), 'message.sent', $1, false, $2)`,
          [[recipient], JSON.stringify({ n: next++ })],
        );
      await pause(Math.random() * 40);
      await client.query('commit');
    }
    client.release();
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  await pool.end();
}
