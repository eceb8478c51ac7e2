import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from '../faults/say.js';
import { freePort, send } from '../processes/process.js';
import { createSubscription } from '../subscription.js';
import { type PhoneNetwork, startPhoneNetwork } from './kannel.js';
import { type Inbox, startInbox } from './mail.js';
import type { SignedIn } from './people.js';
import { type Phones, startPhones } from './phones.js';
import { createWard, postFall, until, type Ward } from './ward.js';

/**
 * Names that try to add headers, recipients, markup, options and commands. They are written past the checks of the API,
 * as if those had failed.
 */
const hostile = [
  '\r\nBcc: eve@example.test\r\n\r\nhello',
  '"><script>alert(1)</script>',
  ['$', '{jndi:ldap://eve.test}'].join(''),
  '-w /tmp/owned $(touch /tmp/owned) `id`',
  '+491709999999;transport=tcp>;auth_pass=x\naudio_source aufile,/etc/passwd',
  '{"token":"x"}","answer":"ON_IT',
  '<sub alias="x">&#13;&#10;',
  // Reverses the text, has no width, begins a line.
  '\u202e\u200b\u2028',
];
const phone = '+491704000001';

let ward: Ward;
let inbox: Inbox;
let network: PhoneNetwork;
let phones: Phones;
let browser: Awaited<ReturnType<typeof startBrowser>>;

/** A push service with a browser behind it. */
async function startBrowser() {
  const { keys, read } = createSubscription();
  const payloads: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    payloads.push(read(Buffer.concat(chunks)));
    response.writeHead(201).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`;
  return {
    contact: { kind: 'push', address, secrets: keys },
    payloads,
    close: () => server.close(),
  };
}

beforeAll(async () => {
  inbox = await startInbox();
  network = await startPhoneNetwork('http://127.0.0.1:1/');
  phones = await startPhones([phone]);
  phones.onRing = () => phones.hangUp();
  browser = await startBrowser();
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    MAIL_FROM: 'alerts@fallwatch.test',
    SMS_URL: network.smsUrl,
    SIP_URL: phones.sipUrl,
  };
  ward = await createWard('injection_channels', { port: await freePort(), env, readingsPerSecond: 0 });
});
afterAll(async () => {
  await ward?.close();
  browser?.close();
  await phones?.stop();
  await network?.stop();
  inbox?.close();
});

/** Noah, who is called something else here, can be reached over four channels. */
async function addCaregiver(name: string, patient: SignedIn, address: string): Promise<SignedIn> {
  const caregiver = await ward.people.add('CAREGIVER', name, name);
  await ward.people.assign(caregiver, patient);
  await ward.people.addContact(caregiver, { kind: 'email', address });
  await ward.people.addContact(caregiver, { kind: 'sms', address: phone });
  await ward.people.addContact(caregiver, { kind: 'voice', address: phone });
  await ward.people.addContact(caregiver, browser.contact);
  return caregiver;
}

test('names cannot add headers, recipients, markup or commands to mail, text messages, calls and notifications', async () => {
  let checked = 0;
  for (const [turn, name] of hostile.entries()) {
    const [mails, messages, rings, payloads] = [
      inbox.mails.length,
      network.messages.length,
      phones.rings.length,
      browser.payloads.length,
    ];
    const patient = await ward.people.add('PATIENT', name, name);
    const address = `noah${turn}@example.test`;
    const caregiver = await addCaregiver(name, patient, address);
    const fall = await postFall(ward.base, patient);
    const mail = await until('a mail', () => inbox.mails[mails]);
    const sms = await until('a text message', () => network.messages[messages]);
    const ring = await until('a call', () => phones.rings[rings]);
    const payload = await until('a notification', () => browser.payloads[payloads]);

    // One mail, to one recipient, with the headers that we write.
    expect(mail.to).toBe(address);
    const [head = '', ...body] = mail.raw.split('\r\n\r\n');
    const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, header = '']) => header.toLowerCase());
    expect(names.filter((header) => ['bcc', 'cc', 'to', 'subject', 'from'].includes(header)).toSorted()).toEqual([
      'from',
      'subject',
      'to',
    ]);
    expect(body.join('')).not.toMatch(/<script|<sub/i);
    // One line, to one phone. The name appears with one letter at most.
    expect(sms.text).not.toMatch(/[\r\n]/);
    expect(sms.text).toMatch(/^\S{0,6} ?has fallen\. /);
    expect(ring.number).toBe(phone);
    expect(payload).toMatchObject({ isUpdate: false, answer: { onIt: 'I’m on it' } });
    expect(String(payload.title).length).toBeLessThan(25);

    // The name of the person who takes it is shown to others, in full.
    const token = await ward.people.createAnswerToken(fall.id, caregiver);
    expect((await send(ward.base, 'POST', '/answers', { token, answer: 'ON_IT' })).body.data).toMatchObject({
      state: 'MINE',
    });
    const update = await until('an update', () => browser.payloads[payloads + 1]);
    expect(update).toMatchObject({ isUpdate: true, answer: null });
    checked += 1;
  }
  expect(inbox.mails.filter(({ to }) => to.startsWith('eve'))).toEqual([]);
  expect(new Set(phones.rings.map(({ number }) => number))).toEqual(new Set([phone]));
  say(
    'injection through names',
    `${checked} hostile names over mail, text message, call and notification: none succeeds`,
  );
});
