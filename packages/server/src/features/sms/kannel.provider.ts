/** Kannel: an SMS gateway with an SMPP connection or a modem behind it. Its callbacks are GET and unsigned. */
import { call, type SmsProvider } from './provider.js';

/** Ask for reports of delivered (1), failed (2) and rejected (16). */
const reportMask = 1 + 2 + 16;

export function createKannel(address: string): SmsProvider {
  const url = new URL(address.replace(/^kannel\+/, ''));
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  return {
    async send({ to, from, text, reportUrl }) {
      const query = new URLSearchParams({
        username,
        password,
        to,
        text,
        charset: 'UTF-8',
        coding: '0',
        'dlr-mask': String(reportMask),
        // %d is filled in by Kannel.
        'dlr-url': `${reportUrl}?state=%d`,
        ...(from === null ? {} : { from }),
      });
      const answer = await call(`${url.href}?${query}`);
      if (!answer) return { status: 'failed', reason: 'The SMS gateway does not answer' };
      if (answer.status === 202) return { status: 'accepted' };
      return { status: 'failed', reason: `The SMS gateway answered ${answer.status}` };
    },
    parseReport({ state }) {
      if (state === '1') return { hasArrived: true, reason: '' };
      if (state === '2' || state === '16')
        return { hasArrived: false, reason: 'The phone network could not deliver the text message' };
      return undefined;
    },
    parseReply: ({ from, text }) => (from && text !== undefined ? { from, text } : undefined),
    isGenuine: () => true,
  };
}
