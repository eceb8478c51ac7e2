import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Someone } from './care.js';
import { send } from './process.js';

/** A notice as received by webhook. */
export interface Received {
  /** The request path: in tests, the owner of the webhook. */
  readonly path: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly fallId: string;
  readonly type: string;
  readonly step: number;
  readonly raisedAt: string;
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The answer to a path; by default 204 at once. */
  answer: (response: ServerResponse, path: string) => void;
  readonly close: () => void;
}

/** A server that receives webhooks. */
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

/** Notices for this person go to the receiver, under the person's id. */
export async function addWebhook(base: string, person: Someone, url: string): Promise<void> {
  const { status, body } = await send(base, 'POST', '/webhooks', { url: `${url}/${person.id}` }, person.token);
  if (status !== 201) throw new Error(JSON.stringify(body));
}
