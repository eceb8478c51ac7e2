import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify';
import type { Platform } from '../context.js';
import { newId } from '../ids.js';
import { Refusal } from '../refusal.js';
import { observeAnswers } from './answers.js';
import { readBodiesAsJson } from './body.js';
import { createErrorHandler, envelopeOf, type FaultListener } from './errors.js';
import { compileValidator } from './validation.js';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Enough for any body of the contract but a burst of samples, which says its own limit. */
const bodyLimitBytes = 64 * 1024;

/** Fastify with our manners: strict bodies, the envelope for every answer, a request id on all of them. */
export function createApp(platform: Platform, onFault: FaultListener): App {
  const { config, log, lifecycle } = platform;
  const handleError = createErrorHandler(log, onFault);
  const app = Fastify({
    // We log each answer ourselves, once.
    logger: false,
    genReqId: () => newId(),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    // Node checks its time-outs only this often, and would take the larger of the two.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Requests that arrive while the process stops are still answered; new connections are not taken.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => (request.url ?? '/').replace(/^\/api\/v1(?=\/|$|\?)/, '/api'),
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      handleError(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(handleError);
  observeAnswers(app as unknown as FastifyInstance, platform);
  readBodiesAsJson(app as unknown as FastifyInstance);
  // Hooks with a callback: a promise for each would be felt on the sensor stream.
  app.addHook('onRequest', (request, reply, done) => {
    // In lower case, as Fastify keeps them: it would make a new text of each otherwise.
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // Whoever keeps this connection must not be about to use it when it is closed.
    if (lifecycle.isStopping) reply.header('Connection', 'close');
    done();
  });
  return app;
}

/** What is not even HTTP gets the envelope too, by hand: no request exists yet. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  const line = status[error.code as keyof typeof status] ?? '400 Bad Request';
  const body = JSON.stringify(envelopeOf(new Refusal(Number(line.slice(0, 3)), 'BAD_REQUEST', line.slice(4))));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${newId()}`,
  ];
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
}
