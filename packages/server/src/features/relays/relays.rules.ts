import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { OutboundResult } from '../../platform/outbound.js';
import type { Destination, Message } from '../contacts/medium.js';
import type { DeliveryResult } from '../deliveries/channel.js';

export interface RelayRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

type To = Pick<Destination, 'address' | 'secrets'>;

/** 5 rings also when the phone is silent. */
const ntfyPriorities: Record<AlertSeverity, number> = { LOW: 3, MEDIUM: 4, HIGH: 5, CRITICAL: 5 };
/** 8 and more makes a sound and stays on the screen. */
const gotifyPriorities: Record<AlertSeverity, number> = { LOW: 4, MEDIUM: 6, HIGH: 8, CRITICAL: 10 };

/** ntfy takes JSON at the root of its server; the topic is the last part of the address. */
export function toNtfyRequest({ address, secrets }: To, message: Message, publicUrl: string): RelayRequest {
  const url = new URL(address);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const { title, text, answer, severity } = message;
  const button = (label: string, given: string, token: string) => ({
    action: 'http',
    label,
    url: `${publicUrl}/api/answers`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, answer: given }),
    clear: true,
  });
  return {
    url: `${url.origin}/${parts.slice(0, -1).join('/')}`,
    headers: secrets.token === undefined ? {} : { authorization: `Bearer ${secrets.token}` },
    body: {
      topic: parts.at(-1),
      title,
      message: text,
      priority: ntfyPriorities[severity],
      tags: ['rotating_light'],
      ...(answer
        ? {
            click: answer.url,
            actions: [button(answer.onIt, 'ON_IT', answer.token), button(answer.cannot, 'CANNOT', answer.token)],
          }
        : {}),
    },
  };
}

export function toGotifyRequest({ address, secrets }: To, { title, text, answer, severity }: Message): RelayRequest {
  return {
    url: `${address.replace(/\/+$/, '')}/message`,
    headers: { 'x-gotify-key': secrets.token ?? '' },
    body: {
      title,
      message: answer ? `${text}\n\n[${answer.onIt} / ${answer.cannot}](${answer.url})` : text,
      priority: gotifyPriorities[severity],
      extras: {
        'client::display': { contentType: 'text/markdown' },
        ...(answer ? { 'client::notification': { click: { url: answer.url } } } : {}),
      },
    },
  };
}

/** The server has it; whether the phone has, it does not tell. */
export function toRelayResult(result: OutboundResult): DeliveryResult {
  if (result.kind === 'refused') return { status: 'unreachable', reason: result.reason };
  if (result.kind === 'failed') return { status: 'failed', reason: result.reason };
  const { status } = result;
  if (status >= 200 && status < 300) return { status: 'accepted' };
  const reason = `The server answered ${status}`;
  return [401, 403, 404, 410].includes(status) ? { status: 'unreachable', reason } : { status: 'failed', reason };
}
