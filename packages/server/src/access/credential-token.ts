/**
 * The form of a device credential, `fwd_<id>_<secret>`: the id of its row in hexadecimal digits, and 192 random bits in
 * base64url.
 */
import { randomBytes } from 'node:crypto';

const prefix = 'fwd_';
const form = /^fwd_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([A-Za-z0-9_-]{32})$/;

export function isCredential(token: string): boolean {
  return token.startsWith(prefix);
}

export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

export function formatCredential(id: string, secret: string): string {
  return `${prefix}${id.replaceAll('-', '')}_${secret}`;
}

export function parseCredential(token: string): { readonly id: string; readonly secret: string } | undefined {
  const match = form.exec(token);
  return match ? { id: match.slice(1, 6).join('-'), secret: match[6] as string } : undefined;
}
