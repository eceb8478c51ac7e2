import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { say } from '../faults/say.js';
import { isFull } from '../faults/size.js';
import { careEnvironment } from '../processes/care.js';
import { freePort, type Running, startServer } from '../processes/process.js';
import { createDatabase } from '../servers.js';
import { createSubscription } from '../subscription.js';
import { type PhoneNetwork, startPhoneNetwork } from './kannel.js';
import { type Inbox, startInbox } from './mail.js';
import { type Pair, People } from './people.js';
import { type Phones, startPhones } from './phones.js';
import { postFall, until } from './ward.js';

/**
 * Two processes with all roles are killed at random moments while alerts go out over five channels. Everybody is
 * reached over each of them, and repetitions have the id of the first message.
 */
const alertCount = isFull ? 300 : 30;
const killsEach = isFull ? 15 : 2;
const number = (turn: number): string => `+49172${1_000_000 + turn}`;

let inbox: Inbox;
let network: PhoneNetwork;
let phones: Phones;
let http: Awaited<ReturnType<typeof startHttpPeers>>;
let people: People;
let env: Record<string, string>;
const servers: Running[] = [];

/** ntfy topics and push subscriptions, by the path of the request. */
async function startHttpPeers() {
  const { keys: secrets, read } = createSubscription();
  const received: { readonly path: string; readonly id: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '';
    const isPush = path.startsWith('/push');
    const { id = '', isUpdate = false, topic = '' } = isPush ? read(body) : JSON.parse(body.toString());
    if (!isUpdate) received.push({ path: isPush ? path : `/ntfy/${topic}`, id });
    response.writeHead(isPush ? 201 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, secrets, close: () => server.close() };
}

beforeAll(async () => {
  inbox = await startInbox();
  // Nobody replies here.
  network = await startPhoneNetwork('http://127.0.0.1:1/');
  phones = await startPhones(Array.from({ length: alertCount }, (_, turn) => number(turn)));
  // Everybody declines: the phone has rung, and the line is free again.
  phones.onRing = () => phones.hangUp();
  http = await startHttpPeers();
  const databaseUrl = await createDatabase(inject('namespace'), 'killed_channels');
  env = {
    ...careEnvironment(databaseUrl),
    // No second step: what arrives twice is a repetition.
    ESCALATION_STEPS: '0s:CAREGIVERS,24h:CAREGIVERS+ADMINS',
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    MAIL_FROM: 'alerts@fallwatch.test',
    SMS_URL: network.smsUrl,
    SIP_URL: phones.sipUrl,
    PUBLIC_URL: 'http://127.0.0.1:1',
  };
  for (let count = 0; count < 2; count += 1)
    servers.push(await startServer({ ...env, PORT: String(await freePort()) }));
  people = await People.connect(databaseUrl);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await people?.close();
  http?.close();
  await phones?.stop();
  await network?.stop();
  inbox?.close();
});

/** Noah can be reached over five channels. */
async function addReachable(turn: number) {
  const pair = await people.addPair({ kind: 'email', address: `noah${turn}@example.test` });
  const { caregiver } = pair;
  await people.addContact(caregiver, { kind: 'sms', address: number(turn) });
  await people.addContact(caregiver, { kind: 'voice', address: number(turn) });
  await people.addContact(caregiver, { kind: 'push', address: `${http.url}/push/${turn}`, secrets: http.secrets });
  await people.addContact(caregiver, { kind: 'ntfy', address: `${http.url}/topic${turn}` });
  return pair;
}

/** Kills one process after the other, at random moments, and starts it again. Returns the number of kills. */
async function killInTurns(isOver: () => boolean): Promise<number> {
  let kills = 0;
  while (!isOver()) {
    await pause(500 + Math.random() * 4_000);
    const index = kills % servers.length;
    const server = servers[index] as Running;
    await server.stop('SIGKILL');
    kills += 1;
    servers[index] = await startServer({ ...env, PORT: new URL(server.base).port });
  }
  return kills;
}

/** The messages to each person over each channel, as their ids. */
function listReceived(turn: number): Record<string, string[]> {
  const messageId = (raw: string): string => /^message-id: (\S+)/im.exec(raw)?.[1] ?? '';
  return {
    email: inbox.mails.filter(({ to }) => to === `noah${turn}@example.test`).map(({ raw }) => messageId(raw)),
    sms: network.messages
      .filter(({ to }) => number(turn).endsWith(to.slice(-10)))
      .map(({ text }) => / 1 \d+ = /.exec(text)?.[0] ?? ''),
    voice: phones.rings.filter((ring) => ring.number === number(turn)).map(() => 'call'),
    push: http.received.filter(({ path }) => path === `/push/${turn}`).map(({ id }) => id),
    ntfy: http.received.filter(({ path }) => path === `/ntfy/topic${turn}`).map(() => 'message'),
  };
}

test(`kill -9 while ${alertCount} alerts go out over five channels: nobody is missed`, async () => {
  const pairs: Pair[] = [];
  for (let turn = 0; turn < alertCount; turn += 1) pairs.push(await addReachable(turn));
  let isOver = false;
  const killing = killInTurns(() => isOver);
  for (const { patient } of pairs) {
    const server = servers[Math.floor(Math.random() * servers.length)] as Running;
    await until('a reported fall', () => postFall(server.base, patient).catch(() => undefined));
    await pause(Math.random() * (isFull ? 600 : 1_000));
  }
  // A call whose process was killed is made again after its lease, another one after a restart.
  const isComplete = (turn: number): boolean => Object.values(listReceived(turn)).every((ids) => ids.length > 0);
  const missing = (): number[] => pairs.map((_, turn) => turn).filter((turn) => !isComplete(turn));
  await until('everybody', () => (missing().length === 0 ? true : undefined)).catch(() => undefined);
  isOver = true;
  const kills = await killing;
  await until('everybody', () => (missing().length === 0 ? true : undefined)).catch(() => undefined);
  await pause(5_000);
  const all = pairs.flatMap((_, turn) => Object.entries(listReceived(turn)));
  const repeated = all.filter(([, ids]) => ids.length > 1);
  const repetitions = repeated.reduce((sum, [, ids]) => sum + ids.length - 1, 0);
  const sent = all.reduce((sum, [, ids]) => sum + ids.length, 0);
  const kinds = repeated.map(([kind]) => kind).join(', ') || 'none';
  say(
    'kill -9 while alerts go out over five channels',
    `${kills} kills, ${alertCount} alerts, ${sent} messages; people missed ${missing().length}; repetitions ${repetitions} (${kinds})`,
  );
  expect(kills).toBeGreaterThanOrEqual(killsEach);
  expect(missing().map((turn) => [turn, listReceived(turn)])).toEqual([]);
  for (const [kind, ids] of repeated) expect([kind, new Set(ids).size]).toEqual([kind, 1]);
  // One in a hundred at full size; a short run has few messages, so one or two more do not fail it.
  expect(repetitions).toBeLessThanOrEqual(Math.max(5, Math.ceil(sent / 100)));
});
