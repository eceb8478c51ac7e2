/**
 * Calls URLs that users have chosen. The name is resolved once, every address is checked, and the connection goes only
 * to those addresses: a name that resolves differently the second time has no effect.
 */
import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.js';
import { withTimeout } from './with-timeout.js';

export interface OutboundPost {
  /** POST by default. */
  readonly method?: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface OutboundGet {
  readonly url: string;
  /** The media type that is asked for. */
  readonly accept: string;
  readonly maxBytes: number;
}

export type OutboundResult = { readonly kind: 'answered'; readonly status: number } | NotAnswered;
export type OutboundText = { readonly kind: 'answered'; readonly status: number; readonly text: string } | NotAnswered;

type NotAnswered =
  /** Not tried: such addresses are not allowed. */
  { readonly kind: 'refused'; readonly reason: string } | { readonly kind: 'failed'; readonly reason: string };

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}
export type ResolveHost = (host: string) => Promise<readonly Address[]>;

/** From the DNS query to the first line of the answer. */
const timeoutMs = 5_000;
/** To the end of the answer, if it is read. */
const fileTimeoutMs = 15_000;

/** One list per family: a list with both would also match an IPv4 address as ::ffff:0:0/96. */
const notPublic = {
  4: createBlockList([
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
    '224.0.0.0/3',
  ]),
  // Only 2000::/3 is public, except ranges that carry IPv4, are for documentation, or are reserved.
  6: createBlockList(['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']),
};

export function createBlockList(ranges: readonly string[]): BlockList {
  const blocked = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    blocked.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return blocked;
}

/** Whether the address belongs to the public internet. */
export function isPublic({ address, family }: Address): boolean {
  return !notPublic[family].check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** The private networks that the operator allows; null when there are none. */
export function createAllowedRanges({ webhookAllowedRanges }: Pick<Config, 'webhookAllowedRanges'>): BlockList | null {
  return webhookAllowedRanges.length > 0 ? createBlockList(webhookAllowedRanges) : null;
}

/** Why a URL cannot be called, whatever its name resolves to; undefined if it may be called. */
export function problemOfUrl(text: string, allowed: BlockList | null): string | undefined {
  if (!URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowed && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  const literal = parseAddress(url);
  return literal && problemOfAddress(url, literal, allowed);
}

/** Posts once, follows no redirect, and reads only the status of the answer. Never rejects. */
export async function postOutbound(
  { method = 'POST', url, headers, body }: OutboundPost,
  allowed: BlockList | null,
  resolve: ResolveHost = resolveHost,
): Promise<OutboundResult> {
  return call({ url, timeoutMs, allowed, resolve }, (pinned) =>
    exchange(pinned, { method, headers, body }, async (response) => ({
      kind: 'answered',
      status: response.statusCode ?? 0,
    })),
  );
}

/** Gets a text once, follows no redirect, and stops when it is too long. Never rejects. */
export async function getOutbound(
  { url, accept, maxBytes }: OutboundGet,
  allowed: BlockList | null,
  resolve: ResolveHost = resolveHost,
): Promise<OutboundText> {
  return call({ url, timeoutMs: fileTimeoutMs, allowed, resolve }, (pinned) =>
    exchange(pinned, { method: 'GET', headers: { accept } }, (response) => readText(response, maxBytes)),
  );
}

interface Call {
  readonly url: string;
  readonly timeoutMs: number;
  readonly allowed: BlockList | null;
  readonly resolve: ResolveHost;
}

/** A checked URL, and the only addresses that the connection may go to. */
interface Pinned {
  readonly url: URL;
  readonly addresses: readonly Address[];
  readonly leftMs: number;
}

async function call<T>(
  { url: text, timeoutMs, allowed, resolve }: Call,
  send: (pinned: Pinned) => Promise<T>,
): Promise<T | NotAnswered> {
  const problem = problemOfUrl(text, allowed);
  if (problem) return { kind: 'refused', reason: `The address ${problem}` };
  const url = new URL(text);
  const literal = parseAddress(url);
  const startedAt = performance.now();
  try {
    const addresses = literal ? [literal] : await withTimeout(resolve(url.hostname), timeoutMs);
    if (addresses.length === 0) return { kind: 'failed', reason: `${url.hostname} has no address` };
    const refused = addresses.map((address) => problemOfAddress(url, address, allowed)).find(Boolean);
    if (refused) return { kind: 'refused', reason: `The address ${refused}` };
    const leftMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
    return await send({ url, addresses, leftMs });
  } catch (error) {
    return { kind: 'failed', reason: describeError(error as NodeJS.ErrnoException, timeoutMs) };
  }
}

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

function exchange<T>(
  { url, addresses, leftMs }: Pinned,
  { body, ...sent }: Sent,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const [first] = addresses as [Address];
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(leftMs);
    const asked = send(url, { ...sent, lookup, agent: false, signal }, (response) => {
      read(response)
        .then(resolve, (error) => reject(signal.aborted ? timedOut : error))
        // The rest of the answer is not needed and may never end.
        .finally(() => asked.destroy());
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** An answer that is cut off by our time-out says only that the connection broke off. */
const timedOut = Object.assign(new Error('No answer in time'), { code: 'ABORT_ERR' });

async function readText(response: IncomingMessage, maxBytes: number): Promise<OutboundText> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) return { kind: 'failed', reason: `The answer is longer than ${maxBytes} bytes` };
    chunks.push(chunk as Buffer);
  }
  return { kind: 'answered', status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
}

function parseAddress({ hostname }: URL): Address | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family === 4 || family === 6 ? { address, family } : undefined;
}

function problemOfAddress(url: URL, address: Address, allowed: BlockList | null): string | undefined {
  if (allowed?.check(address.address, address.family === 6 ? 'ipv6' : 'ipv4')) return undefined;
  if (!isPublic(address)) return 'leads into a private network';
  return url.protocol === 'https:' ? undefined : 'must begin with https://';
}

/** Queries the name servers directly: the system resolver has four threads per process, and all of them can hang. */
async function resolveHost(host: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 as const })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 as const })) : []),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'Nothing accepts connections there',
  ECONNRESET: 'The connection broke off',
  ENOTFOUND: 'There is no such host',
  ENODATA: 'There is no such host',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
};

function describeError({ code = 'unknown' }: NodeJS.ErrnoException, timeoutMs: number): string {
  // Our time-out for the name has the code UNAVAILABLE (a refusal), the one for the request ABORT_ERR.
  if (code === 'ABORT_ERR' || code === 'UNAVAILABLE') return `No answer within ${timeoutMs / 1_000} s`;
  return reasons[code] ?? `The connection failed (${code})`;
}
