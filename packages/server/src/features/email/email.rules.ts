import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Destination, Message, ParsedAddress } from '../contacts/medium.js';

/** One address without a display name, comments or line breaks: they could add recipients. */
export function parseEmail(text: string): ParsedAddress {
  const isOne = /^[^\s@<>()",:;\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) && text.length <= 254;
  return isOne
    ? { address: text, secrets: {} }
    : { problems: { address: 'must be one e-mail address, anna@example.org' } };
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly references: string | undefined;
}

/** `thread`: the id of the first mail about the same incident. All others refer to it, so that they form one thread. */
export function composeMail({ id, title, text, answer, incidentId }: Message, domain: string): Mail {
  const lines = [text, ...(answer ? ['', `${answer.onIt} / ${answer.cannot}:`, answer.url] : []), ''];
  const button = answer
    ? `<p><a href="${escapeHtml(answer.url)}" style="display:inline-block;padding:14px 22px;border-radius:8px;background:#0b5fff;color:#fff;font-size:18px;text-decoration:none">${escapeHtml(`${answer.onIt} / ${answer.cannot}`)}</a></p>`
    : '';
  return {
    // A line break in a subject would begin another header.
    subject: title.replace(/[\r\n]+/g, ' '),
    text: lines.join('\n'),
    html: `<h1 style="font-size:22px">${escapeHtml(title)}</h1><p style="font-size:16px">${escapeHtml(text)}</p>${button}`,
    messageId: `<${id}@${domain}>`,
    references: incidentId === null ? undefined : `<incident.${incidentId}@${domain}>`,
  };
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

/** The return address of one message: `b+<contact point>.<delivery>.<signature>@domain`. */
export function toReturnPath(
  { contactPointId }: Pick<Destination, 'contactPointId'>,
  messageId: string,
  domain: string,
  key: Uint8Array,
): string {
  return `b+${contactPointId}.${messageId}.${sign(`${contactPointId}.${messageId}`, key)}@${domain}`;
}

export interface Returned {
  readonly contactPointId: string;
  readonly messageId: string;
}

/** Undefined if we did not write this address. */
export function parseReturnPath(address: string, keys: readonly Uint8Array[]): Returned | undefined {
  const [, contactPointId, messageId, signature] =
    /^b\+([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9a-f]{32})@/i.exec(address) ?? [];
  if (!contactPointId || !messageId || !signature) return undefined;
  const isOurs = keys.some((key) => {
    const expected = sign(`${contactPointId}.${messageId}`, key);
    return timingSafeEqual(Buffer.from(expected), Buffer.from(signature.toLowerCase()));
  });
  return isOurs ? { contactPointId, messageId } : undefined;
}

function sign(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`bounce ${text}`).digest('hex').slice(0, 32);
}

export interface Bounce {
  /** 5.x: a retry cannot help. 4.x: the mail server is still trying. */
  readonly isFinal: boolean;
  readonly reason: string;
}

/** Reads the delivery status (RFC 3464) from a raw mail; undefined if there is none. */
export function parseBounce(raw: string): Bounce | undefined {
  const status = /^Status:\s*([245])\.(\d{1,3})\.(\d{1,3})/im.exec(raw);
  const action = /^Action:\s*(\w+)/im.exec(raw)?.[1]?.toLowerCase();
  if (!status || action === 'delivered' || action === 'relayed' || action === 'expanded') return undefined;
  const diagnostic = /^Diagnostic-Code:\s*(?:[\w-]+;\s*)?(.+)$/im.exec(raw)?.[1]?.trim().slice(0, 200);
  const code = status.slice(1, 4).join('.');
  return { isFinal: status[1] === '5', reason: `Mail came back: ${diagnostic ?? code}` };
}
