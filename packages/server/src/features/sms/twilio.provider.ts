/** Twilio, and services with the same interface. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CallbackFields, call, type SmsProvider } from './provider.js';

/** Error codes of an address that a retry cannot reach: not a number, not a mobile phone, unsubscribed. */
const finalCodes = new Set([21211, 21214, 21610, 21612, 21614]);

export function createTwilio(address: string): SmsProvider {
  const url = new URL(address.replace(/^twilio\+/, ''));
  const [sid, token] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const endpoint = `${url.origin}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  return {
    async send({ to, from, text, reportUrl }) {
      const body = new URLSearchParams({ To: to, From: from ?? '', Body: text, StatusCallback: reportUrl });
      const answer = await call(endpoint, { method: 'POST', headers: { authorization }, body });
      if (!answer) return { status: 'failed', reason: 'The SMS provider does not answer' };
      if (answer.status >= 200 && answer.status < 300) return { status: 'accepted' };
      const code = Number(/"code":\s*(\d+)/.exec(answer.text)?.[1]);
      const reason = `The SMS provider answered ${answer.status}${code ? `, code ${code}` : ''}`;
      return { status: finalCodes.has(code) ? 'unreachable' : 'failed', reason };
    },
    parseReport({ MessageStatus: status, ErrorCode: code }) {
      if (status === 'delivered' || status === 'read') return { hasArrived: true, reason: '' };
      if (status !== 'undelivered' && status !== 'failed') return undefined;
      return { hasArrived: false, reason: `The text message was not delivered${code ? `, code ${code}` : ''}` };
    },
    parseReply: ({ From: from, Body: text }) => (from && text !== undefined ? { from, text } : undefined),
    isGenuine: ({ url, fields, signature }) => isSame(signature, signTwilio(url, fields, token)),
  };
}

/** The URL and all fields by name, signed with the account's token. */
export function signTwilio(url: string, fields: CallbackFields, token: string): string {
  const names = Object.keys(fields).toSorted();
  const signed = url + names.map((name) => `${name}${fields[name]}`).join('');
  return createHmac('sha1', token).update(signed).digest('base64');
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
