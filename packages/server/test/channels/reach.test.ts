import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from '../faults/say.js';
import { password } from '../processes/care.js';
import { freePort, send } from '../processes/process.js';
import { secret } from '../session-token.js';
import { expectWithin, percentile } from '../times.js';
import { type Firefox, startFirefox } from './firefox.js';
import { type PhoneNetwork, startPhoneNetwork } from './kannel.js';
import { type Inbox, type Postfix, startInbox, startPostfix } from './mail.js';
import { type Phones, startPhones } from './phones.js';
import { type PushService, startPushService } from './push-service.js';
import { createWard, describeTimes, postFall, times, until, type Ward } from './ward.js';

/**
 * From a fall to the person, and from the person's answer to everybody, over real peers, while 500 wearables send:
 * Postfix and a mail server, Kannel and an SMSC, telephones, and Firefox with a push service.
 */
const readingsPerSecond = 500;
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const numbers = Array.from({ length: times }, (_, index) => `+49170${String(1_000_000 + index)}`);

let ward: Ward;
let inbox: Inbox;
let postfix: Postfix;
let network: PhoneNetwork;
let phones: Phones;
let push: PushService;
let firefox: Firefox;

beforeAll(async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = {
    JWT_SECRET: secret,
    PUBLIC_URL: origin,
    DATABASE_URL: 'postgres://127.0.0.1/unused',
    SMS_URL: 'gammu:',
  };
  const replyUrl = execFileSync(process.execPath, [cli, 'sms-reply-url'], { env: { ...process.env, ...settings } });
  inbox = await startInbox();
  postfix = await startPostfix(inbox.port, `${origin}/api/mail/bounces`);
  network = await startPhoneNetwork(replyUrl.toString().trim());
  phones = await startPhones(numbers);
  push = await startPushService();
  const env = {
    SMTP_URL: postfix.url,
    MAIL_FROM: 'alerts@fallwatch.test',
    MAIL_BOUNCE_DOMAIN: 'bounces.fallwatch.test',
    SMS_URL: network.smsUrl,
    SIP_URL: phones.sipUrl,
  };
  ward = await createWard('reach_channels', { port, env, readingsPerSecond });
  firefox = await startFirefox(push.browserUrl);
});
afterAll(async () => {
  await firefox?.close();
  await ward?.close();
  push?.close();
  await phones?.stop();
  await network?.stop();
  postfix?.stop();
  inbox?.close();
});

/** One way, so many times, each with people of their own. */
async function measure(
  once: (turn: number) => Promise<{ readonly reachedMs: number; readonly handledMs?: number }>,
): Promise<{ reached: number[]; handled: number[] }> {
  const [reached, handled]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < times; turn += 1) {
    const { reachedMs, handledMs } = await once(turn);
    reached.push(reachedMs);
    if (handledMs !== undefined) handled.push(handledMs);
  }
  return { reached, handled };
}

/** `Date.now()` has the resolution of a millisecond; the database may have noted the answer within the same one. */
const untilHandled = async (fallId: string, answeredAtMs: number): Promise<number> =>
  Math.max(0, (await until('the alert is taken', () => ward.people.handledAt(fallId))) - answeredAtMs);

function report(
  { way, answer, limitMs }: { readonly way: string; readonly answer: string; readonly limitMs: number },
  { reached, handled }: { readonly reached: number[]; readonly handled: number[] },
): void {
  const load = `${reached.length} falls, ${readingsPerSecond} readings/s`;
  say(`fall to ${way}`, `${describeTimes(reached)}; ${load}`);
  expectWithin(`${way}, p95`, percentile(reached, 0.95), limitMs);
  if (handled.length === 0) return;
  say(`${answer} to HANDLED`, `${describeTimes(handled)}; ${handled.length} answers, ${readingsPerSecond} readings/s`);
  expectWithin(`${answer}, p95`, percentile(handled, 0.95), 2_000);
}

test('e-mail: through Postfix into the inbox, answered by its link', async () => {
  const measured = await measure(async (turn) => {
    const { patient, caregiver, address } = await ward.people.addPair({
      kind: 'email',
      address: `noah${turn}@example.test`,
    });
    const fall = await postFall(ward.base, patient);
    const mail = await until('a mail', () => inbox.mails.find(({ to }) => to === address));
    const token = /\/answer#([\w-]{22})/.exec(mail.raw.replaceAll('=\r\n', ''))?.[1];
    const answeredAtMs = Date.now();
    const { body } = await send(ward.base, 'POST', '/answers', { token, answer: 'ON_IT' });
    expect(body.data).toMatchObject({ state: 'MINE' });
    const handledMs = await untilHandled(fall.id, answeredAtMs);
    const { body: list } = await send(ward.base, 'GET', '/caregivers/alerts?status=open', undefined, caregiver.token);
    expect(list.data[0]).toMatchObject({ state: 'HANDLED', handledBy: { id: caregiver.id } });
    return { reachedMs: mail.atMs - fall.atMs, handledMs };
  });
  report({ way: 'the inbox', answer: 'a mail’s link', limitMs: 5_000 }, measured);
});

test('text message: through Kannel to the SMSC, answered by a reply', async () => {
  const measured = await measure(async (turn) => {
    const { patient } = await ward.people.addPair({ kind: 'sms', address: `+49171${1_000_000 + turn}` });
    const fall = await postFall(ward.base, patient);
    const sms = await until('a text message', () =>
      network.messages.find(({ to }) => to.endsWith(`171${1_000_000 + turn}`)),
    );
    expect(sms.text).toContain('R.H. has fallen');
    const code = /1 (\d+) = /.exec(sms.text)?.[1];
    await until('a delivery report', () => ward.people.settledAt(fall.id, 'sms', 'sent'));
    const answeredAtMs = Date.now();
    network.reply(sms.to, `1 ${code}`);
    return { reachedMs: sms.atMs - fall.atMs, handledMs: await untilHandled(fall.id, answeredAtMs) };
  });
  report({ way: 'the SMSC', answer: 'a reply', limitMs: 5_000 }, measured);
});

test('phone call: rings, speaks, answered by a key', async () => {
  const measured = await measure(async (turn) => {
    const number = numbers[turn] as string;
    const { patient } = await ward.people.addPair({ kind: 'voice', address: number });
    const ended = phones.ended.length;
    const fall = await postFall(ward.base, patient);
    const ring = await until('a ringing phone', () => phones.rings.find((one) => one.number === number));
    phones.pickUp();
    // As long as it takes to understand what it is about.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const answeredAtMs = Date.now();
    phones.press('1');
    const handledMs = await untilHandled(fall.id, answeredAtMs);
    // It says “Thank you. You are on it.” and hangs up.
    await until('the end of the call', () => phones.ended.length > ended || undefined);
    return { reachedMs: ring.atMs - fall.atMs, handledMs };
  });
  report({ way: 'the ringing phone', answer: 'a key', limitMs: 3_000 }, measured);
  // What the phone has heard: speech, not silence.
  const heard = readdirSync(phones.folder).filter((name) => name.endsWith('-dec.wav'));
  expect(heard.length).toBeGreaterThan(0);
  expect(statSync(`${phones.folder}/${heard[0]}`).size).toBeGreaterThan(16_000);
  const loudness = execFileSync('sh', [
    '-c',
    `sox ${phones.folder}/${heard[0]} -n stat 2>&1 | grep 'Maximum amplitude'`,
  ]);
  expect(Number(loudness.toString().split(':')[1])).toBeGreaterThan(0.1);
});

/** Signs in, switches notifications on and signs out, as a person does. */
async function subscribe(email: string): Promise<void> {
  await firefox.goTo(ward.origin);
  const find = `const find = async (look) => { for (let n = 0; n < 600; n += 1) { const found = look(); if (found) return found; await new Promise((r) => setTimeout(r, 100)); } throw new Error('not found: ' + look + document.body.innerText.slice(0, 500)); };`;
  await firefox.run(
    `async (email, password) => { ${find}
      const fill = async (name, value) => { const field = await find(() => document.querySelector('input[name=' + name + ']'));
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true })); };
      await fill('email', email); await fill('password', password);
      document.querySelector('button[type=submit]').click();
      await find(() => document.querySelector('#content')); }`,
    email,
    password,
  );
  await firefox.goTo(`${ward.origin}/settings`);
  await firefox.run(
    `async (text) => { ${find}
      (await find(() => [...document.querySelectorAll('button')].find((one) => one.textContent.includes(text)))).click();
      await find(() => document.body.innerText.includes('Works')); }`,
    'Notify me on this device',
  );
  await firefox.goTo('about:blank');
}

/** Firefox shows three at once by itself; a fourth waits. */
async function dismissAll(): Promise<void> {
  await firefox.goTo(ward.origin);
  await firefox.run(
    `async () => { for (const one of await (await navigator.serviceWorker.getRegistration('/')).getNotifications()) one.close(); }`,
  );
  await firefox.goTo('about:blank');
}

test('notification: through a push service into Firefox, with the console closed', async () => {
  const email = `firefox-${Date.now()}@example.org`;
  const noah = { email, password, firstName: 'Noah', lastName: 'Berg', role: 'CAREGIVER' };
  const { body } = await send(ward.base, 'POST', '/auth/signup', noah);
  await subscribe(email);
  // Signed out everywhere.
  await ward.people.query('delete from sessions where user_id = $1', [body.data.id]);
  const measured = await measure(async () => {
    const patient = await ward.people.add('PATIENT', 'Rose', 'Hill');
    await ward.people.assign({ id: body.data.id, token: '' }, patient);
    const fall = await postFall(ward.base, patient);
    // The service worker reports a notification once it is shown.
    const shownAtMs = await until('a notification', () => ward.people.settledAt(fall.id, 'push', 'sent'));
    await dismissAll();
    return { reachedMs: shownAtMs - fall.atMs };
  });
  report({ way: 'the notification in Firefox', answer: '', limitMs: 3_000 }, measured);

  // The push service forgets the browser, which subscribes again: no page is open, nobody is signed in.
  const readAddress = async () =>
    (
      await ward.people.query<{ address: string }>('select address from contact_points where user_id = $1', [
        body.data.id,
      ])
    )[0]?.address;
  const before = await readAddress();
  push.forget();
  await until('a new subscription', async () => (await readAddress()) !== before);
  const patient = await ward.people.add('PATIENT', 'Rose', 'Hill');
  await ward.people.assign({ id: body.data.id, token: '' }, patient);
  const fall = await postFall(ward.base, patient);
  await until('a notification', () => ward.people.settledAt(fall.id, 'push', 'sent'));
});
