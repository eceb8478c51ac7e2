import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contextWith, nothingDue, pass, runOnce } from '../../../test/engine.js';
import { appWith, testServer } from '../../../test/harness.js';
import { assign, caregiver, type Person, patient } from '../../../test/people.js';
import type { Config } from '../../config.js';
import { createMedia } from '../../media.js';
import type { Context } from '../../platform/context.js';
import { createContactChannel } from '../contacts/sending.service.js';
import { createEngine } from '../escalation/engine.worker.js';
import { createGammu } from './gammu.provider.js';
import { smsMedium, toReplyUrl } from './sms.service.js';
import { signTwilio } from './twilio.provider.js';

let lastNumber = 0;
const freshPhone = (): string => {
  lastNumber += 1;
  return `+4917${process.pid % 1_000}${String(lastNumber).padStart(5, '0')}`;
};

/** A provider that keeps the fields of each message, from the query or the body. */
async function provider(status: number, answer = '') {
  const messages: Record<string, string>[] = [];
  const state = { status, messages };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '', 'http://localhost');
    messages.push(Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]));
    response.writeHead(state.status).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Bob looks after Ann and has a verified phone. Messages go out through this provider. */
async function cast(smsUrl: string, more: Partial<Config> = {}) {
  const ann = await patient();
  const bob = await caregiver({ of: ann });
  const phone = freshPhone();
  const { data: point } = await bob.post('/contact-points', { kind: 'sms', address: phone });
  const { platform } = await testServer();
  await sql`update contact_points set verified_at = now() where id = ${point.id}`.execute(platform.db);
  const config = { ...platform.config, smsUrl, smsFrom: '+4930555', ...more };
  const app = await appWith(config);
  onTestFinished(() => app.close());
  const media = createMedia(config).filter(({ kind }) => kind === 'sms');
  const base = await contextWith(media.map(createContactChannel));
  const ctx: Context = { ...base, config };
  await nothingDue();
  const engine = createEngine();
  const fall = async (about: Person = ann): Promise<void> => {
    await about.post('/falls', { confidence: 0.8 });
    // The first step was taken inside the request, by a process without this channel.
    await pass(61);
    await runOnce(engine, ctx);
  };
  /** The provider calls back. */
  const callBack = (url: string, more: InjectOptions = {}) =>
    app.inject({ url: new URL(url).pathname + new URL(url).search, ...more });
  const readAlert = async () => (await bob.get('/caregivers/alerts?status=open')).data[0];
  const readStatus = async () =>
    (await readAlert()).deliveries.find(({ channel }: { channel: string }) => channel === 'sms').status;
  return { ann, bob, phone, ctx, fall, callBack, readAlert, readStatus };
}

describe('Kannel', () => {
  test('sends, reports the arrival, and passes the reply on', async () => {
    const gateway = await provider(202, '0: Accepted for delivery');
    const { phone, ctx, fall, callBack, readAlert, readStatus } = await cast(
      `kannel+http://fw:p%40ss@${gateway.host}/sendsms`,
    );
    await fall();
    const [sent] = gateway.messages as [Record<string, string>];
    expect(sent).toMatchObject({ username: 'fw', password: 'p@ss', to: phone, from: '+4930555', coding: '0' });
    expect(sent.text).toMatch(
      /^A\.L\. has fallen\. 1 min ago\. Nobody has answered yet\. 1 10 = I'm on it, 2 10 = I can't\. http/,
    );
    expect(await readStatus()).toBe('accepted');
    await callBack((sent['dlr-url'] ?? '').replace('%d', '8'));
    expect(await readStatus()).toBe('accepted');
    await callBack((sent['dlr-url'] ?? '').replace('%d', '1'));
    expect(await readStatus()).toBe('sent');
    // Without the plus, as some phone networks pass numbers on.
    const reply = await callBack(`${toReplyUrl(ctx)}?from=${phone.slice(1)}&text=1+10`);
    expect(reply.body).toBe('Fallwatch: you are on it. Thank you.');
    expect(await readAlert()).toMatchObject({ state: 'HANDLED' });
  });

  test('reports that the phone cannot be reached', async () => {
    const gateway = await provider(202);
    const { fall, callBack, readStatus } = await cast(`kannel+http://fw:fw@${gateway.host}/sendsms`);
    await fall();
    await callBack((gateway.messages[0]?.['dlr-url'] ?? '').replace('%d', '2'));
    expect(await readStatus()).toBe('unreachable');
  });

  test('that is down or busy is a failure', async () => {
    const gateway = await provider(503);
    const { ctx } = await cast(`kannel+http://fw:fw@${gateway.host}/sendsms`);
    const to = { contactPointId: '', userId: '', address: '+491701234567', secrets: {}, language: 'en' } as const;
    const message = { id: 'd1', title: 'Test', text: '', answer: null, incidentId: null, severity: 'LOW' } as const;
    const send = (smsUrl: string) => smsMedium.connect({ ...ctx.config, smsUrl })?.(ctx, to, message);
    expect(await send(`kannel+http://fw:fw@${gateway.host}/`)).toEqual({
      status: 'failed',
      reason: 'The SMS gateway answered 503',
    });
    expect(await send('kannel+http://fw:fw@127.0.0.1:1/')).toEqual({
      status: 'failed',
      reason: 'The SMS gateway does not answer',
    });
  });
});

describe('Twilio', () => {
  const url = (host: string): string => `twilio+http://AC1:secret@${host}`;

  test('sends, reports and passes replies on, all signed', async () => {
    const service = await provider(201, '{"sid":"SM1"}');
    const { phone, ctx, fall, callBack, readAlert, readStatus } = await cast(url(service.host));
    await fall();
    const { StatusCallback = '', ...sent } = service.messages[0] ?? {};
    expect(sent).toMatchObject({ To: phone, From: '+4930555', Body: expect.stringContaining('has fallen') });
    const post = (to: string, fields: Record<string, string>, signature: string) =>
      callBack(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        payload: new URLSearchParams(fields).toString(),
      });
    const delivered = { MessageStatus: 'delivered', MessageSid: 'SM1' };
    expect((await post(StatusCallback, delivered, 'wrong')).statusCode).toBe(404);
    expect(await readStatus()).toBe('accepted');
    await post(StatusCallback, delivered, signTwilio(StatusCallback, delivered, 'secret'));
    expect(await readStatus()).toBe('sent');
    const reply = { From: phone, Body: '1' };
    const replied = await post(toReplyUrl(ctx), reply, signTwilio(toReplyUrl(ctx), reply, 'secret'));
    expect(replied.body).toBe('Fallwatch: you are on it. Thank you.');
    expect(await readAlert()).toMatchObject({ state: 'HANDLED' });
  });

  test('that refuses the number marks the contact point', async () => {
    const service = await provider(400, '{"code": 21211, "message": "not a valid phone number"}');
    const { bob, fall } = await cast(url(service.host));
    await fall();
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({
      failingReason: 'The SMS provider answered 400, code 21211',
    });
  });
});

test('gammu-smsd gets the text as one argument, whatever it contains', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gammu-'));
  const [command, log] = [join(folder, 'inject'), join(folder, 'log')];
  writeFileSync(command, `#!/bin/sh\nprintf '%s\\n' "$@" > ${log}\n`);
  chmodSync(command, 0o700);
  const text = 'R.H. $(reboot); `id` "x"';
  const message = { to: '+491701234567', from: null, text, reportUrl: '' };
  expect(await createGammu(command).send(message)).toEqual({ status: 'accepted' });
  expect(readFileSync(log, 'utf8').split('\n')).toEqual([
    'TEXT',
    '+491701234567',
    ...['-autolen', '600', '-report', '-textutf8'],
    text,
    '',
  ]);
  expect(await createGammu(join(folder, 'absent')).send(message)).toMatchObject({ status: 'failed' });
});

describe('a reply', () => {
  test('without a code is refused while two alerts are open, and answers the only one', async () => {
    const gateway = await provider(202);
    const { bob, phone, ctx, fall, callBack } = await cast(`kannel+http://fw:fw@${gateway.host}/sendsms`);
    const reply = async (text: string) =>
      (await callBack(`${toReplyUrl(ctx)}?from=${encodeURIComponent(phone)}&text=${encodeURIComponent(text)}`)).body;
    await fall();
    const eve = await patient();
    await assign(bob, eve);
    await fall(eve);
    expect(gateway.messages.at(-1)?.text).toContain('1 11 = ');
    expect(await reply('1')).toBe('Fallwatch: 2 alerts. Reply 1 11 / 1 10');
    expect(await reply('1 99')).toBe('Fallwatch: no open alert.');
    expect(await reply('what?')).toBe('');
    expect(await reply('1 11')).toBe('Fallwatch: you are on it. Thank you.');
    expect(await reply('2')).toBe('Fallwatch: thank you. Others are notified.');
    expect(await reply('1')).toBe('Fallwatch: you are on it. Thank you.');
    expect(await reply('1')).toBe('Fallwatch: no open alert.');
  });

  test('from another phone answers nothing', async () => {
    const gateway = await provider(202);
    const { ctx, fall, callBack, readAlert } = await cast(`kannel+http://fw:fw@${gateway.host}/sendsms`);
    await fall();
    const other = await callBack(`${toReplyUrl(ctx)}?from=%2B491709999999&text=1+10`);
    expect(other.body).toBe('Fallwatch: no open alert.');
    expect(await readAlert()).toMatchObject({ state: 'ESCALATING' });
  });
});

test('the daily limit holds everything back but CRITICAL alerts', async () => {
  const gateway = await provider(202);
  const { ctx } = await cast(`kannel+http://fw:fw@${gateway.host}/sendsms`, { smsDailyLimit: 1 });
  const send = smsMedium.connect(ctx.config);
  const to = { contactPointId: '', userId: '', address: freshPhone(), secrets: {}, language: 'en' } as const;
  const message = { id: ctx.newId(), title: 'Test', text: '', answer: null, incidentId: null } as const;
  await send?.(ctx, to, { ...message, severity: 'LOW' });
  expect(await send?.(ctx, to, { ...message, severity: 'HIGH' })).toEqual({
    status: 'failed',
    reason: 'The daily limit of text messages is used up',
  });
  expect(await send?.(ctx, to, { ...message, severity: 'CRITICAL' })).toEqual({ status: 'accepted' });
});
