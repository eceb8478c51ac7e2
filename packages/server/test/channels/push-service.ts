/**
 * A push service for Firefox, which speaks the protocol of Mozilla's autopush: a WebSocket to the browser, and an HTTP
 * address for each subscription.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface PushService {
  /** Firefox's setting dom.push.serverURL. */
  readonly browserUrl: string;
  /** Forgets the browser and its subscriptions, and ends the connection. */
  readonly forget: () => void;
  readonly close: () => void;
}

export async function startPushService(): Promise<PushService> {
  const channels = new Map<string, string>();
  let browser: WebSocket | undefined;
  let isKnown = true;
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const token = request.url?.split('/').at(-1) ?? '';
    const channelID = channels.get(token);
    if (!channelID) return response.writeHead(410).end();
    const { ttl, 'content-encoding': encoding } = request.headers;
    const data = Buffer.concat(chunks).toString('base64url');
    const message = { messageType: 'notification', channelID, version: randomUUID(), ttl: Number(ttl), data };
    browser?.send(JSON.stringify({ ...message, headers: { encoding } }));
    return response.writeHead(201, { location: '/m/1' }).end();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'push-notification' });
  await once(sockets, 'listening');
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}/wpush`;
  sockets.on('connection', (socket) => {
    browser = socket;
    socket.on('message', (text) => {
      const { messageType, channelID, uaid } = JSON.parse(String(text) || '{}');
      const answer = (fields: object): void => socket.send(JSON.stringify({ messageType, status: 200, ...fields }));
      if (messageType === 'hello') {
        answer({ uaid: (isKnown && uaid) || randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
        isKnown = true;
      }
      if (messageType === 'unregister') answer({ channelID });
      else if (messageType === 'register') {
        const token = randomBytes(16).toString('hex');
        channels.set(token, channelID);
        answer({ channelID, pushEndpoint: `${endpoint}/${token}` });
      } else if (messageType === undefined) socket.send('{}');
    });
  });
  return {
    browserUrl: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/`,
    forget: () => {
      isKnown = false;
      channels.clear();
      browser?.terminate();
    },
    close: () => {
      http.closeAllConnections();
      http.close();
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}
