import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A notice as a receiver of webhooks gets it. */
export interface Received {
  /** The path it came to: in tests, whose webhook it is. */
  readonly path: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly fallId: string;
  readonly type: string;
  readonly step: number;
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers to a path; by default 204 at once. */
  answer: (response: ServerResponse, path: string) => void;
  readonly close: () => void;
}

/** The other end of webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { data } = JSON.parse(body);
    const path = request.url ?? '';
    received.push({ ...data, path, webhookId: String(request.headers['webhook-id']), atMs: Date.now() });
    receiver.answer(response, path);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (response) => void response.writeHead(204).end(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
