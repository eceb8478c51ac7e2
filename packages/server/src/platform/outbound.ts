/**
 * A call to an address that somebody else has chosen. The name is resolved once, every address it has is looked at, and
 * the connection goes to those addresses and no others: a name that answers differently the second time gains nothing.
 */
import { Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { within } from './within.js';

export interface OutboundPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type OutboundResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Not tried: we do not call such an address. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}
export type ResolveHost = (host: string) => Promise<readonly Address[]>;

/** From the question to the name server to the first line of the answer. */
const timeoutMs = 5_000;

/** Two lists: in one of both families an IPv4 address would also be looked for as ::ffff:0:0/96. */
const notPublic = {
  4: blockListOf([
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
    '224.0.0.0/3',
  ]),
  // Only 2000::/3 is public, and of that not what carries IPv4, is for examples, or is reserved.
  6: blockListOf(['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']),
};

export function blockListOf(ranges: readonly string[]): BlockList {
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

/** Why a URL cannot be called, whatever its name resolves to; undefined when it might be. */
export function problemOfUrl(text: string, allowed: BlockList | null): string | undefined {
  if (!URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowed && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  const literal = literalOf(url);
  return literal && problemOfAddress(url, literal, allowed);
}

/** Posts once: no redirect is followed, nothing of the answer is read but its status. Never rejects. */
export async function postOutbound(
  { url: text, headers, body }: OutboundPost,
  allowed: BlockList | null,
  resolve: ResolveHost = resolveHost,
): Promise<OutboundResult> {
  const problem = problemOfUrl(text, allowed);
  if (problem) return { kind: 'refused', reason: `The address ${problem}` };
  const url = new URL(text);
  const literal = literalOf(url);
  const startedAt = performance.now();
  try {
    const addresses = literal ? [literal] : await within(resolve(url.hostname), timeoutMs);
    if (addresses.length === 0) return { kind: 'failed', reason: `${url.hostname} has no address` };
    const refused = addresses.map((address) => problemOfAddress(url, address, allowed)).find(Boolean);
    if (refused) return { kind: 'refused', reason: `The address ${refused}` };
    const leftMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
    return { kind: 'answered', status: await post(url, { headers, body, addresses, leftMs }) };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error as NodeJS.ErrnoException) };
  }
}

interface PinnedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly addresses: readonly Address[];
  readonly leftMs: number;
}

function post(url: URL, { headers, body, addresses, leftMs }: PinnedPost): Promise<number> {
  const [first] = addresses as [Address];
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(leftMs);
    const asked = send(url, { method: 'POST', headers, lookup, agent: false, signal }, (response) => {
      resolve(response.statusCode ?? 0);
      // What else it says may be endless, and is nobody's business.
      asked.destroy();
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

function literalOf({ hostname }: URL): Address | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family === 4 || family === 6 ? { address, family } : undefined;
}

function problemOfAddress(url: URL, address: Address, allowed: BlockList | null): string | undefined {
  if (allowed?.check(address.address, address.family === 6 ? 'ipv6' : 'ipv4')) return undefined;
  if (!isPublic(address)) return 'leads into a private network';
  return url.protocol === 'https:' ? undefined : 'must begin with https://';
}

/** Asks the name servers itself: the system's resolver has four threads for the whole process, and they can all hang. */
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

function reasonOf(error: NodeJS.ErrnoException): string {
  // Our own time-out on the name is a refusal, the one on the request an abort.
  const { code = 'unknown' } = error;
  return reasons[code] ?? `The connection failed (${code})`;
}
