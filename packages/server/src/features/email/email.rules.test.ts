import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fallMessage as message } from '../../../test/contacts.js';
import { composeMail, parseBounce, parseEmail, parseReturnPath, toReturnPath } from './email.rules.js';

describe('an address', () => {
  test.each(['anna@example.org', 'anna.b+alarm@mail.example.org'])('%s is taken as it is', (address) => {
    expect(parseEmail(address)).toEqual({ address, secrets: {} });
  });

  test.each([
    'anna',
    'anna@example',
    'anna@example.org\r\nBcc: eve@example.org',
    'anna@example.org, eve@example.org',
    'Anna <anna@example.org>',
    '"anna"@example.org',
    'anna@exa mple.org',
    `${'a'.repeat(65)}@example.org`,
  ])('%j is refused', (address) => {
    expect(parseEmail(address)).toEqual({ problems: { address: 'must be one e-mail address, anna@example.org' } });
  });
});

describe('a mail', () => {
  test('belongs to the thread of its incident and has the link in both forms', () => {
    const mail = composeMail(message, 'care.test');
    expect(mail).toMatchObject({ messageId: `<${message.id}@care.test>`, references: '<incident.e1@care.test>' });
    expect(mail.text).toBe('Just now.\n\nI’m on it / I can’t:\nhttps://care.test/answer#abc\n');
    expect(mail.html).toContain('href="https://care.test/answer#abc"');
  });

  test('cannot be given headers or markup by a name', () => {
    const mail = composeMail({ ...message, title: 'R\r\nBcc: eve@example.org <img src=x>' }, 'care.test');
    expect(mail.subject).toBe('R Bcc: eve@example.org <img src=x>');
    expect(mail.html).not.toContain('<img');
  });

  test('has further lines, with and without a link', () => {
    const lines = [
      { text: 'M.B. has fallen', url: 'https://care.test/answer#d"ef' },
      { text: '<b>R.H.</b> has fallen', url: null },
    ];
    const { text, html } = composeMail({ ...message, answer: null, lines }, 'care.test');
    expect(text).toBe('Just now.\n\nM.B. has fallen: https://care.test/answer#d"ef\n<b>R.H.</b> has fallen\n');
    expect(html).toContain('<a href="https://care.test/answer#d&quot;ef">M.B. has fallen</a>');
    expect(html).toContain('<p style="font-size:16px">&lt;b&gt;R.H.&lt;/b&gt; has fallen</p>');
  });

  test('has no more lines than these, whatever a name contains', () => {
    const lines = [{ text: 'R.H. has fallen. Noah\r\n\r\nBerg is on it.', url: null }];
    const { text } = composeMail({ ...message, answer: null, lines }, 'care.test');
    expect(text).toBe('Just now.\n\nR.H. has fallen. Noah Berg is on it.\n');
  });

  test('without an incident belongs to no thread', () => {
    expect(composeMail({ ...message, incidentId: null, answer: null }, 'care.test').references).toBeUndefined();
  });
});

describe('a return address', () => {
  const contactPointId = randomUUID();
  const [key, oldKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const address = toReturnPath(contactPointId, 'bounces.test', oldKey);

  test('names the contact point, also while the key is rotated', () => {
    expect(parseReturnPath(address, [key, oldKey])).toBe(contactPointId);
  });

  test('is short enough for every mail server, and is the same in a URL', () => {
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect(new URLSearchParams(`to=${address}`).get('to')).toBe(address);
  });

  test('that was changed, or signed by somebody else, is unknown', () => {
    expect(parseReturnPath(address, [key])).toBeUndefined();
    expect(parseReturnPath(address.replace(contactPointId.slice(0, 8), '00000000'), [oldKey])).toBeUndefined();
    expect(parseReturnPath('anna@bounces.test', [oldKey])).toBeUndefined();
  });
});

describe('a bounce', () => {
  const dsn = (lines: string) => `Content-Type: message/delivery-status\r\n\r\n${lines}\r\n`;

  test('with status 5 is final, and says why', () => {
    const raw = dsn('Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user');
    expect(parseBounce(raw)).toEqual({
      isFinal: true,
      reason: 'Mail came back: 550 5.1.1 no such user',
      messageId: undefined,
    });
    expect(parseBounce(dsn('Action: failed\r\nStatus: 5.2.2'))).toMatchObject({ reason: 'Mail came back: 5.2.2' });
  });

  test('names the mail that came back, not itself', () => {
    const id = randomUUID();
    const raw = `Message-ID: <20261117.ABC@mx.test>\r\n\r\nStatus: 5.1.1\r\n\r\nMessage-ID: <${id}@care.test>\r\n`;
    expect(parseBounce(raw)?.messageId).toBe(id);
  });

  test('with status 4 is not final', () => {
    expect(parseBounce(dsn('Action: delayed\r\nStatus: 4.4.1'))).toMatchObject({ isFinal: false });
  });

  test('is not one if the mail was delivered, or has no status', () => {
    expect(parseBounce(dsn('Action: delivered\r\nStatus: 2.0.0'))).toBeUndefined();
    expect(parseBounce('Subject: I am on holiday\r\n\r\nHello')).toBeUndefined();
  });
});
