/** Passes a request on to the cell of its caller, and the answer back, unread. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBreaker } from '../breaker.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { Refusal, tooLarge, unavailable } from '../refusal.js';
import type { Cell } from './directory.js';

/** Set by the cell that passes a request on: the next one does not pass it on again. */
export const forwardedBy = 'fallwatch-forwarded-by';
/** In the answer: the address that the caller should use from now on. */
const cellAddress = 'fallwatch-cell';

/** For the first byte of the answer. A stream of events then lasts for hours. */
const answerTimeoutMs = 8_000;
const maxSockets = 200;
/** After a failure, for how long nothing is sent to that cell. */
const restMs = 1_000;
/** The largest body of any route: 120 readings with all their samples. */
const maxBodyBytes = 4 * 1024 * 1024;
/** They describe one connection, not the request. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'te',
  // The body is read already: nobody waits for a 100.
  'expect',
]);

export interface Forwarder {
  /** False if the caller is not in that cell either: nothing was answered then. */
  pass(request: FastifyRequest, reply: FastifyReply, cell: Cell, body: Buffer): Promise<boolean>;
  /** Streams of events end only when somebody ends them. */
  endStreams(): void;
  close(): void;
}

export function createForwarder(own: string, metrics: Metrics, log: Log): Forwarder {
  const passedOn = metrics.counter('requests_passed_on_total');
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets }),
  };
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  const streams = new Set<FastifyReply['raw']>();

  function send(request: FastifyRequest, cell: Cell, body: Buffer): Promise<IncomingMessage> {
    const url = new URL(request.url, cell.url);
    const isSecure = url.protocol === 'https:';
    const options = {
      method: request.method,
      agent: agents[isSecure ? 'https:' : 'http:'],
      headers: toHeaders(request, own, body),
    };
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? httpsRequest : httpRequest)(url, options, (answer) => {
        sent.setTimeout(0);
        resolve(answer);
      });
      sent.setTimeout(answerTimeoutMs, () => sent.destroy(new Error('no answer in time')));
      sent.once('error', (error) => {
        log.warn({ err: error, cell: cell.name }, 'another cell does not answer');
        reject(error);
      });
      sent.end(body);
    });
  }

  function relay(answer: IncomingMessage, reply: FastifyReply, cell: Cell): void {
    const { raw } = reply;
    reply.hijack();
    // The caller has left before the answer.
    if (raw.destroyed) return void answer.destroy();
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name)));
    raw.writeHead(answer.statusCode as number, { ...headers, ...toLength(answer), [cellAddress]: cell.url });
    if (String(answer.headers['content-type']).startsWith('text/event-stream')) streams.add(raw);
    raw.once('close', () => {
      streams.delete(raw);
      answer.destroy();
    });
    raw.on('error', () => {});
    // A broken answer must not look like a complete one.
    answer.on('error', () => raw.destroy());
    answer.pipe(raw);
  }

  return {
    async pass(request, reply, cell, body) {
      if (!breakers.has(cell.name)) breakers.set(cell.name, createBreaker(restMs));
      let answer: IncomingMessage;
      try {
        answer = await (breakers.get(cell.name) as ReturnType<typeof createBreaker>)(() => send(request, cell, body));
      } catch {
        passedOn.inc({ cell: cell.name, outcome: 'failed' });
        throw unavailable(`This request belongs to the cell ${cell.name}, which does not answer. Try again.`, 2);
      }
      if (answer.statusCode === misdirected.status) {
        passedOn.inc({ cell: cell.name, outcome: 'misdirected' });
        answer.resume();
        return false;
      }
      passedOn.inc({ cell: cell.name, outcome: 'answered' });
      relay(answer, reply, cell);
      return true;
    },
    endStreams() {
      for (const raw of streams) raw.destroy();
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Answered to a cell that passed on a request whose caller is not here. */
export const misdirected = new Refusal(421, 'MISDIRECTED', 'The caller of this request is not in this cell');

const unknownEvent = 'of-another-cell';

function toHeaders(request: FastifyRequest, own: string, body: Buffer): OutgoingHttpHeaders {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofConnection.has(name)));
  return {
    ...headers,
    'content-length': body.length,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    [forwardedBy]: own,
    // Each cell numbers its own events, and before a move it was another cell's number: the stream begins with a resync.
    ...('last-event-id' in headers ? { 'last-event-id': unknownEvent } : {}),
  };
}

function toLength({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] };
}

/** Before Fastify reads it, so as it was sent. */
export async function readBody({ raw }: FastifyRequest): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of raw as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBodyBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
