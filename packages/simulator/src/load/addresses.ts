import { Fallwatch } from '@fallwatch/client';
import { Client, fetch as fetchFrom, Pool } from 'undici';

/**
 * All of 127.0.0.0/8 is this machine (on Linux): the service's limits count each source address as a separate client.
 */
export const addressCount = 250;

export function sourceAddress(index: number): string {
  const n = index % addressCount;
  return `127.0.${1 + Math.floor(n / 125)}.${1 + (n % 125)}`;
}

/** Loopback source addresses cannot reach another machine, and load tests belong on one's own installation. */
export function refuseElsewhere(url: string): void {
  const { hostname } = new URL(url);
  if (!/^(localhost|127(\.\d+){3})$/.test(hostname))
    throw new Error(`Load goes to a service on this machine only, such as http://127.0.0.1:3000; not to ${hostname}`);
}

/** localhost may resolve to ::1, which 127.0.x.y cannot reach. */
export function parseOrigin(url: string): string {
  const { port } = new URL(url);
  return `http://127.0.0.1:${port || 80}`;
}

/** An API client with the n-th source address. */
export function connectFrom(origin: string): { connect: (index: number) => Fallwatch; close: () => Promise<void> } {
  const pools = new Map<string, Pool>();
  const findPool = (address: string): Pool => {
    const known = pools.get(address) ?? new Pool(origin, { connections: 2, localAddress: address });
    pools.set(address, known);
    return known;
  };
  const connect = (index: number): Fallwatch => {
    const dispatcher = findPool(sourceAddress(index));
    const fetch = async (request: Request): Promise<Response> => {
      const { method, url } = request;
      const body = method === 'GET' ? null : await request.text();
      const answer = await fetchFrom(url, { method, body, headers: [...request.headers], dispatcher });
      // Compatible with the global Response: undici's class instead of the one built into Node.
      return answer as unknown as Response;
    };
    return new Fallwatch({ baseUrl: origin, fetch });
  };
  const close = async (): Promise<void> => void (await Promise.all([...pools.values()].map((pool) => pool.close())));
  return { connect, close };
}

/** One keep-alive connection each, distributed over the addresses. */
export function connections(origin: string, count: number): Client[] {
  return Array.from({ length: count }, (_, index) => {
    const localAddress = sourceAddress(index);
    return new Client(origin, { localAddress, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 });
  });
}
