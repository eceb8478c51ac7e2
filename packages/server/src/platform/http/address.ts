import { isIPv6 } from 'node:net';

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, since a single home or phone
 * owns a whole /64 and could otherwise come from a new address with every request.
 */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** The eight groups, `::` written out, without leading zeros. */
function groupsOf(address: string): string[] {
  const bare = address.split('%', 1)[0] ?? '';
  const [head = '', tail] = bare.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
