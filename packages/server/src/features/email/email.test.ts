import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fallMessage as message, sentTo, verifiedContact } from '../../../test/contacts.js';
import { contextWith } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { mailOver, mailServer } from '../../../test/mail-server.js';
import { call, caregiver } from '../../../test/people.js';
import type { Received } from '../../../test/smtp.js';
import type { Destination, Send } from '../contacts/medium.js';
import { toReturnPath } from './email.rules.js';

const connect = async (smtpUrl: string, more = {}): Promise<Send> => (await mailOver(smtpUrl, more)).send;

const to = (address: string): Destination => ({
  contactPointId: '01a1e678-c029-770c-864b-0902df31b371',
  userId: '',
  address,
  secrets: {},
  language: 'en',
});

describe('mail', () => {
  test('is handed to the mail server, to one recipient, in the thread of its incident', async () => {
    const { url, inbox } = await mailServer();
    const send = await connect(url, { mailBounceDomain: 'bounces.test' });
    expect(await send(await contextWith([]), to('anna@example.org'), message)).toEqual({ status: 'accepted' });
    expect(inbox).toHaveLength(1);
    const [{ from, to: recipients, raw }] = inbox as [Received];
    expect(recipients).toEqual(['anna@example.org']);
    expect(from).toMatch(/^b-01a1e678c029770c864b0902df31b371-[0-9a-f]{24}@bounces\.test$/);
    expect(raw).toContain('From: Fallwatch <alerts@care.test>');
    expect(raw).toContain('Subject: R.H. has fallen');
    expect(raw).toContain(`Message-ID: <${message.id}@care.test>`);
    expect(raw).toContain('References: <incident.e1@care.test>');
    expect(raw).toContain('Auto-Submitted: auto-generated');
  });

  test('cannot be given more recipients or headers', async () => {
    const { url, inbox } = await mailServer();
    const send = await connect(url);
    await send(await contextWith([]), to('anna@example.org'), {
      ...message,
      title: 'R\r\nBcc: eve@example.org\r\n\r\nevil',
      text: '.\r\nRCPT TO:<eve@example.org>\r\n',
    });
    const [{ to: recipients, raw }] = inbox as [Received];
    expect(recipients).toEqual(['anna@example.org']);
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
  });

  test('to an address that the server refuses is unreachable, to a busy one failed', async () => {
    const { url } = await mailServer();
    const [send, ctx] = [await connect(url), await contextWith([])];
    expect(await send(ctx, to('nobody@gone.test'), message)).toEqual({
      status: 'unreachable',
      reason: 'The mail server refused the address (550)',
    });
    expect(await send(ctx, to('anna@busy.test'), message)).toEqual({
      status: 'failed',
      reason: 'The mail server answered 451',
    });
  });

  test('fails within five seconds if the server hangs or is away', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const ctx = await contextWith([]);
    const failed = { status: 'failed', reason: 'The mail server does not answer' };
    for (const port of [(silent.address() as AddressInfo).port, 1]) {
      const startedAt = performance.now();
      const send = await connect(`smtp://127.0.0.1:${port}`);
      expect(await send(ctx, to('anna@example.org'), message)).toEqual(failed);
      expect(performance.now() - startedAt).toBeLessThan(25_000);
    }
  });
});

describe('mail that comes back', () => {
  const bounce = (recipient: string, raw: string) =>
    call({
      method: 'POST',
      url: `/mail/bounces?to=${recipient}`,
      headers: { 'content-type': 'message/rfc822' },
      payload: raw,
    });
  const noSuchUser = 'Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 no such user\r\n';

  test('marks its contact point, if its return address is signed', async () => {
    const bob = await caregiver();
    const { id, address } = await verifiedContact(bob);
    expect(await sentTo(address)).toHaveLength(1);
    const { platform } = await testServer();
    const returned = toReturnPath(id, 'bounces.test', platform.tokenKeys[0]);
    expect((await bounce(returned.replace(/.@/, 'x@'), noSuchUser)).data).toEqual({ isTaken: false });
    expect((await bounce(returned, 'Subject: out of office\r\n')).data).toEqual({ isTaken: false });
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({ failingSince: null });
    expect((await bounce(returned, noSuchUser)).data).toEqual({ isTaken: true });
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({
      failingReason: 'Mail came back: 550 no such user',
    });
  });
});
