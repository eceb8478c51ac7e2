/** Two caregivers of everybody: live streams, notifications, lists, and an answer to each alert. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { People, SignedIn } from '../channels/people.js';
import { type Listener, listen } from '../listener.js';
import { send } from '../processes/process.js';
import { createSubscription } from '../subscription.js';
import { pause } from './part.js';

const streamsKept = 20;
const streamsReopened = 20;
/** A browser that is closed and opened again. */
const reopenedAfterMs = { least: 10_000, more: 20_000 };
const listEveryMs = 2_000;
/** Until the caregiver has helped. */
const helpMs = 2_000;

export interface Round {
  /** Falls whose first notification has arrived at both caregivers. */
  readonly countNotified: () => number;
  readonly countOpened: () => number;
  /** Falls that somebody has helped with. */
  readonly countHelped: () => number;
  /** Answers that should have been 200. */
  readonly failures: readonly string[];
  readonly end: () => Promise<void>;
}

export async function beginRound(base: string, people: People, emails: readonly string[]): Promise<Round> {
  const caregivers = await Promise.all(emails.map((email) => people.signIn(email)));
  const service = await startPushService();
  for (const { id } of caregivers)
    await people.addContact(
      { id, token: '' },
      { kind: 'push', address: `${service.url}/${id}`, secrets: service.keys },
    );
  const failures: string[] = [];
  const counts = { streams: 0, helped: 0 };
  let isOver = false;
  const ask = async (method: string, path: string, by: SignedIn, json?: object): Promise<boolean> => {
    const { status, body } = await send(base, method, path, json, by.token);
    if (status !== 200) failures.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return status === 200;
  };
  const [helper] = caregivers as [SignedIn];
  const help = async (fallId: string): Promise<void> => {
    await pause(helpMs);
    if (await ask('POST', `/falls/${fallId}/resolve`, helper, { outcome: 'HELPED' })) counts.helped += 1;
  };
  const open = (n: number, onRaised?: (fallId: string) => void): Promise<Listener> => {
    counts.streams += 1;
    const { token } = caregivers[n % caregivers.length] as SignedIn;
    return listen(base, { token, onEvent: ({ type, data }) => type === 'alert.raised' && onRaised?.(data.fallId) });
  };
  const helping = new Map<string, Promise<void>>();
  const kept = [await open(0, (fallId) => helping.has(fallId) || helping.set(fallId, help(fallId)))];
  for (let n = 1; n < streamsKept; n += 1) kept.push(await open(n));
  const reopen = async (_: unknown, n: number): Promise<void> => {
    while (!isOver) {
      const stream = await open(n);
      const closesAtMs = Date.now() + reopenedAfterMs.least + Math.random() * reopenedAfterMs.more;
      while (!isOver && Date.now() < closesAtMs) await pause(500);
      stream.close();
    }
  };
  const list = async (): Promise<void> => {
    while (!isOver) {
      for (const path of ['/caregivers/alerts', '/patients']) await ask('GET', path, helper);
      await pause(listEveryMs);
    }
  };
  const work = [...Array.from({ length: streamsReopened }, reopen), list()];
  return {
    countNotified: () => service.countNotified(caregivers.map(({ id }) => id)),
    countOpened: () => counts.streams,
    countHelped: () => counts.helped,
    failures,
    async end() {
      isOver = true;
      await Promise.all([...work, ...helping.values()]);
      for (const stream of kept) stream.close();
      service.close();
    },
  };
}

/** Notifications for each person, by the path of the request. */
async function startPushService() {
  const { keys, read } = createSubscription();
  const notified = new Map<string, Set<string>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { tag } = read(Buffer.concat(chunks));
    const personId = (request.url ?? '').slice(1);
    notified.set(personId, (notified.get(personId) ?? new Set()).add(tag));
    response.writeHead(201).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const of = (personId: string): Set<string> => notified.get(personId) ?? new Set();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    countNotified: ([first, ...others]: readonly string[]): number =>
      [...of(first ?? '')].filter((tag) => others.every((other) => of(other).has(tag))).length,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
