import { Fallwatch } from '@fallwatch/client';
import { Client, fetch as fetchFrom, Pool } from 'undici';

/** All of 127.0.0.0/8 is this machine (on Linux): each source address is a client of its own to the service's limits. */
export const addressCount = 250;

export function addressOf(index: number): string {
  const n = index % addressCount;
  return `127.0.${1 + Math.floor(n / 125)}.${1 + (n % 125)}`;
}

/** From other addresses nothing reaches another machine, and a load belongs to one's own installation anyway. */
export function refuseElsewhere(url: string): void {
  const { hostname } = new URL(url);
  if (!/^(localhost|127(\.\d+){3})$/.test(hostname))
    throw new Error(`Load goes to a service on this machine only, such as http://127.0.0.1:3000; not to ${hostname}`);
}

/** localhost may mean ::1, which 127.0.x.y does not reach. */
export function originOf(url: string): string {
  const { port } = new URL(url);
  return `http://127.0.0.1:${port || 80}`;
}

/** The API client, over the n-th address. */
export function connectFrom(origin: string): { connect: (index: number) => Fallwatch; close: () => Promise<void> } {
  const pools = new Map<string, Pool>();
  const poolOf = (address: string): Pool => {
    const known = pools.get(address) ?? new Pool(origin, { connections: 2, localAddress: address });
    pools.set(address, known);
    return known;
  };
  const connect = (index: number): Fallwatch => {
    const dispatcher = poolOf(addressOf(index));
    const fetch = async (request: Request): Promise<Response> => {
      const { method, url } = request;
      const body = method === 'GET' ? null : await request.text();
      const answer = await fetchFrom(url, { method, body, headers: [...request.headers], dispatcher });
      // The same class in all but name: undici's own, beside the one inside Node.
      return answer as unknown as Response;
    };
    return new Fallwatch({ baseUrl: origin, fetch });
  };
  const close = async (): Promise<void> => void (await Promise.all([...pools.values()].map((pool) => pool.close())));
  return { connect, close };
}

/** One kept connection each, spread over the addresses. */
export function connections(origin: string, count: number): Client[] {
  return Array.from({ length: count }, (_, index) => {
    const localAddress = addressOf(index);
    return new Client(origin, { localAddress, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 });
  });
}
