import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { say } from '../faults/say.js';
import { freePort, send } from '../processes/process.js';
import { createSubscription } from '../subscription.js';
import { expectWithin } from '../times.js';
import { type Inbox, type Postfix, startInbox, startPostfix } from './mail.js';
import type { Contact, SignedIn } from './people.js';
import { type Phones, startPhones } from './phones.js';
import { createWard, postFall, until, type Ward } from './ward.js';

/**
 * A channel that cannot reach the person: its delivery ends in the right status, and another contact point of the
 * person, meant for a later step, is used within five seconds.
 */
const limitMs = 5_000;
const [busy, voicemail, unknown] = ['+491702000001', '+491702000002', '+491702000003'];

let ward: Ward;
let inbox: Inbox;
let postfix: Postfix;
let phones: Phones;
let admin: SignedIn;

beforeAll(async () => {
  const port = await freePort();
  inbox = await startInbox();
  postfix = await startPostfix(inbox.port, `http://localhost:${port}/api/mail/bounces`);
  phones = await startPhones([busy, voicemail]);
  phones.onRing = ({ number }) => (number === busy ? phones.hangUp() : phones.pickUp());
  const env = {
    SMTP_URL: postfix.url,
    MAIL_FROM: 'alerts@fallwatch.test',
    MAIL_BOUNCE_DOMAIN: 'bounces.fallwatch.test',
    // Nothing listens there.
    SMS_URL: 'kannel+http://fw:fw@127.0.0.1:1/sendsms',
    SIP_URL: phones.sipUrl,
  };
  ward = await createWard('failing_channels', { port, env, readingsPerSecond: 0 });
  admin = await ward.people.add('ADMIN', 'First', 'Admin');
});
afterAll(async () => {
  await ward?.close();
  await phones?.stop();
  postfix?.stop();
  inbox?.close();
});

/** An ntfy server that keeps what it gets. */
async function startNtfy() {
  const received: { readonly path: string; readonly atMs: number }[] = [];
  const server = createServer((request, response) => {
    received.push({ path: request.url ?? '', atMs: Date.now() });
    request.resume().on('end', () => response.writeHead(200).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

interface Scene {
  readonly name: string;
  readonly contact: () => Contact | Promise<Contact>;
  readonly status: string;
  readonly reason: RegExp;
  /** When the failure is known; a voicemail only after the call. Undefined: at once. */
  readonly knownAfterMs?: number;
  readonly isMarked: boolean;
}

/** A push service that answers 410. */
async function goneSubscription(): Promise<Contact> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(410).end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { keys: secrets } = createSubscription();
  return { kind: 'push', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1`, secrets };
}

const scenes: Scene[] = [
  {
    name: 'the push service answers 410',
    contact: goneSubscription,
    status: 'unreachable',
    reason: /no longer takes/,
    isMarked: true,
  },
  {
    name: 'the mail comes back',
    contact: () => ({ kind: 'email', address: 'gone@example.test' }),
    status: 'unreachable',
    reason: /5\.1\.1|550|no such user/i,
    isMarked: true,
  },
  {
    name: 'the mail server hangs',
    contact: () => {
      postfix.hang();
      onTestFinished(() => postfix.goOn());
      return { kind: 'email', address: 'noah@example.test' };
    },
    status: 'pending',
    reason: /does not answer|did not answer|timeout/i,
    isMarked: false,
  },
  {
    name: 'the SMS gateway is down',
    contact: () => ({ kind: 'sms', address: '+491703000001' }),
    status: 'pending',
    reason: /does not answer/,
    isMarked: false,
  },
  {
    name: 'the phone is busy',
    contact: () => ({ kind: 'voice', address: busy }),
    status: 'unreachable',
    reason: /^Busy/,
    isMarked: false,
  },
  {
    name: 'the number does not exist',
    contact: () => ({ kind: 'voice', address: unknown }),
    status: 'unreachable',
    reason: /does not exist/,
    isMarked: true,
  },
  {
    name: 'a voicemail answers',
    contact: () => ({ kind: 'voice', address: voicemail }),
    status: 'unreachable',
    reason: /no key was pressed/,
    knownAfterMs: 60_000,
    isMarked: false,
  },
];

async function readDelivery(fallId: string, kind: string) {
  const [row] = await ward.people.query<{ status: string; reason: string | null; settled_at: Date | null }>(
    `select deliveries.status, deliveries.reason, deliveries.settled_at from deliveries
    join alerts on alerts.id = deliveries.alert_id where alerts.fall_id = $1 and channel = $2 and step = 1`,
    [fallId, kind],
  );
  return row;
}

test.each(scenes)(
  '$name: the next contact point is used within 5 s',
  async ({ name, contact, status, reason, knownAfterMs = 0, isMarked }) => {
    const failing = await contact();
    const { patient, caregiver } = await ward.people.addPair(failing);
    const ntfy = await startNtfy();
    await ward.people.addContact(caregiver, { kind: 'ntfy', address: `${ntfy.url}/topic`, fromStep: 9 });
    const fall = await postFall(ward.base, patient);
    const next = await until('the next contact point', () => ntfy.received[0]);
    const delivery = await until('a settled delivery', async () => {
      const row = await readDelivery(fall.id, failing.kind);
      return row?.status === status && row.reason !== null ? row : undefined;
    });
    expect(delivery.reason).toMatch(reason);
    const tookMs = next.atMs - (knownAfterMs > 0 ? (delivery.settled_at?.getTime() ?? 0) : fall.atMs);
    say(`${name}: the next contact point`, `${tookMs} ms after ${knownAfterMs > 0 ? 'the call' : 'the fall'}`);
    expectWithin(name, tookMs, limitMs);
    const { body } = await send(ward.base, 'GET', '/admin/contact-points/failing', undefined, admin.token);
    expect(body.data.some(({ address }: Contact) => address === failing.address)).toBe(isMarked);
    // The alert lists who could not be reached, and why.
    const { body: alerts } = await send(ward.base, 'GET', '/caregivers/alerts?status=open', undefined, caregiver.token);
    expect(alerts.data[0].deliveries).toEqual(
      expect.arrayContaining([expect.objectContaining({ channel: failing.kind, status })]),
    );
  },
);
