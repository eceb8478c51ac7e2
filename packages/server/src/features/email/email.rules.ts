import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Message, MessageLine, ParsedAddress } from '../contacts/medium.js';
import { toPlainLine } from '../contacts/wording.rules.js';

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

/** `references`: all mail about one incident refers to the same id, so that it forms one thread. */
export function composeMail({ id, title, text, lines = [], answer, incidentId }: Message, domain: string): Mail {
  const plain = [
    text,
    ...(lines.length > 0 ? ['', ...lines.map(toPlainLine)] : []),
    ...(answer ? ['', `${answer.onIt} / ${answer.cannot}:`, answer.url] : []),
    '',
  ];
  const button = answer
    ? `<p><a href="${escapeHtml(answer.url)}" style="display:inline-block;padding:14px 22px;border-radius:8px;background:#0b5fff;color:#fff;font-size:18px;text-decoration:none">${escapeHtml(`${answer.onIt} / ${answer.cannot}`)}</a></p>`
    : '';
  return {
    // A line break in a subject would begin another header.
    subject: title.replace(/[\r\n]+/g, ' '),
    text: plain.join('\n'),
    html: `<h1 style="font-size:22px">${escapeHtml(title)}</h1><p style="font-size:16px">${escapeHtml(text)}</p>${lines.map(toHtmlLine).join('')}${button}`,
    messageId: `<${id}@${domain}>`,
    references: incidentId === null ? undefined : `<incident.${incidentId}@${domain}>`,
  };
}

function toHtmlLine({ text, url }: MessageLine): string {
  const words = escapeHtml(text);
  const line = url === null ? words : `<a href="${escapeHtml(url)}">${words}</a>`;
  return `<p style="font-size:16px">${line}</p>`;
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

/**
 * The return address of mail to one contact point: `b-<contact point>-<signature>@domain`. Before the @ at most 64
 * characters are allowed, and a plus would be read as a space in the URL that passes the mail on.
 */
export function toReturnPath(contactPointId: string, domain: string, key: Uint8Array): string {
  const name = contactPointId.replaceAll('-', '');
  return `b-${name}-${sign(name, key)}@${domain}`;
}

/** The contact point; undefined if we did not write this address. */
export function parseReturnPath(address: string, keys: readonly Uint8Array[]): string | undefined {
  const [, name, signature] = /^b-([0-9a-f]{32})-([0-9a-f]{24})@/.exec(address.toLowerCase()) ?? [];
  if (!name || !signature) return undefined;
  const isOurs = keys.some((key) => timingSafeEqual(Buffer.from(sign(name, key)), Buffer.from(signature)));
  return isOurs ? name.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;
}

function sign(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`bounce ${text}`).digest('hex').slice(0, 24);
}

export interface Bounce {
  /** 5.x: a retry cannot help. 4.x: the mail server is still trying. */
  readonly isFinal: boolean;
  readonly reason: string;
  /** The id of the mail that came back, from its headers in the report; undefined if they are missing. */
  readonly messageId: string | undefined;
}

/** Reads the delivery status (RFC 3464) from a raw mail; undefined if there is none. */
export function parseBounce(raw: string): Bounce | undefined {
  const status = /^Status:\s*([245])\.(\d{1,3})\.(\d{1,3})/im.exec(raw);
  const action = /^Action:\s*(\w+)/im.exec(raw)?.[1]?.toLowerCase();
  if (!status || action === 'delivered' || action === 'relayed' || action === 'expanded') return undefined;
  const diagnostic = /^Diagnostic-Code:\s*(?:[\w-]+;\s*)?(.+)$/im.exec(raw)?.[1]?.trim().slice(0, 200);
  const code = status.slice(1, 4).join('.');
  // The report has an id of its own before it.
  const messageId = [...raw.matchAll(/^Message-ID:\s*<([0-9a-f-]{36})@/gim)].at(-1)?.[1];
  return { isFinal: status[1] === '5', reason: `Mail came back: ${diagnostic ?? code}`, messageId };
}
