import { isIPv6 } from 'node:net';

/**
 * Identifies one client: an IPv4 address, or the /64 of an IPv6 address. A single home or phone owns a whole /64 and
 * could otherwise use a new address for every request.
 */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  return `${expandGroups(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The /48 of an IPv6 address, undefined for IPv4. A provider gives one customer at most a /48: 65,536 /64 networks,
 * each of which would count as a separate client.
 */
export function networkKey(address: string): string | undefined {
  const isPlainIPv4 = !isIPv6(address) || /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address);
  return isPlainIPv4 ? undefined : `${expandGroups(address).slice(0, 3).join(':')}::/48`;
}

/** The eight groups with `::` expanded, without leading zeros. */
function expandGroups(address: string): string[] {
  const bare = address.split('%', 1)[0] ?? '';
  const [head = '', tail] = bare.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
