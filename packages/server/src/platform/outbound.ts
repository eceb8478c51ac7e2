/**
 * Calls URLs that users have chosen. The name is resolved once, every address is checked, and the connection goes only
 * to those addresses: a name that resolves differently the second time has no effect.
 */
import { Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { withTimeout } from './with-timeout.js';

export interface OutboundPost {
  /** POST by default. */
  readonly method?: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export type OutboundResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Not tried: such addresses are not allowed. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}
export type ResolveHost = (host: string) => Promise<readonly Address[]>;

/** From the DNS query to the first line of the answer. */
const timeoutMs = 5_000;

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
  { method = 'POST', url: text, headers, body }: OutboundPost,
  allowed: BlockList | null,
  resolve: ResolveHost = resolveHost,
): Promise<OutboundResult> {
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
    return { kind: 'answered', status: await post(url, { method, headers, body, addresses, leftMs }) };
  } catch (error) {
    return { kind: 'failed', reason: describeError(error as NodeJS.ErrnoException) };
  }
}

interface PinnedPost {
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly addresses: readonly Address[];
  readonly leftMs: number;
}

function post(url: URL, { method, headers, body, addresses, leftMs }: PinnedPost): Promise<number> {
  const [first] = addresses as [Address];
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(leftMs);
    const asked = send(url, { method, headers, lookup, agent: false, signal }, (response) => {
      resolve(response.statusCode ?? 0);
      // The rest of the answer is not needed and may never end.
      asked.destroy();
    });
    asked.on('error', reject);
    asked.end(body);
  });
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
  ABORT_ERR: `No answer within ${timeoutMs / 1_000} s`,
  UNAVAILABLE: `No answer within ${timeoutMs / 1_000} s`,
  ECONNREFUSED: 'Nothing accepts connections there',
  ECONNRESET: 'The connection broke off',
  ENOTFOUND: 'There is no such host',
  ENODATA: 'There is no such host',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
};

function describeError(error: NodeJS.ErrnoException): string {
  // Our time-out for the name has the code UNAVAILABLE (a refusal), the one for the request ABORT_ERR.
  const { code = 'unknown' } = error;
  return reasons[code] ?? `The connection failed (${code})`;
}
