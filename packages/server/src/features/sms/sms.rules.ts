import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Message } from '../contacts/medium.js';

/** Words of a reply, in both languages. */
const yes = new Set(['1', 'yes', 'ja', 'ok']);
const no = new Set(['2', 'no', 'nein']);

export interface Reply {
  readonly answer: 'ON_IT' | 'CANNOT';
  /** Null if the person left it out. */
  readonly code: number | null;
}

/** `1 47`, `1`, `ja 47`; undefined if it is no answer. */
export function parseReply(text: string): Reply | undefined {
  const [, word = '', digits] = /^\s*([a-z]+|\d)\W*(\d{2})?\W*$/i.exec(text) ?? [];
  const code = digits === undefined ? null : Number(digits);
  if (yes.has(word.toLowerCase())) return { answer: 'ON_IT', code };
  return no.has(word.toLowerCase()) ? { answer: 'CANNOT', code } : undefined;
}

/**
 * One character outside the GSM alphabet would halve the size of a message (70 characters instead of 160): typographic
 * ones are replaced, and all others that it does not have.
 */
export function toGsm(text: string): string {
  const plain = text.replace(/[‘’‚]/g, "'").replace(/[“”„]/g, '"').replace(/[–—]/g, '-').replaceAll('…', '...');
  return plain.replace(
    /[^\n\r @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà{}[\]~\\|^€]/gu,
    '?',
  );
}

/** The link comes last: a message that is cut off keeps the words. */
export function composeText({ title, text, answer }: Message, code: number | null): string {
  const how = answer && code !== null ? ` 1 ${code} = ${answer.onIt}, 2 ${code} = ${answer.cannot}.` : '';
  return toGsm(`${title}. ${text}${how}${answer ? ` ${answer.url}` : ''}`);
}

/** Two digits; the lowest that is free. Undefined if all 90 are in use. */
export function chooseCode(used: ReadonlySet<number>): number | undefined {
  for (let code = 10; code < 100; code += 1) if (!used.has(code)) return code;
  return undefined;
}

/** The end of a callback URL, so that only the provider that we gave it to can call it. */
export function signCallback(purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`sms ${purpose}`).digest('base64url').slice(0, 22);
}

export function isSigned(purpose: string, signature: string, keys: readonly Uint8Array[]): boolean {
  return keys.some((key) => {
    const expected = Buffer.from(signCallback(purpose, key));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
