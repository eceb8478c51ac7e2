import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify';
import type { Platform } from '../context.js';
import { newId } from '../ids.js';
import { Refusal } from '../refusal.js';
import { traceRequests } from '../tracing/http.js';
import { observeAnswers } from './answers.js';
import { readBodiesAsJson } from './body.js';
import { createErrorHandler, type FaultListener, toEnvelope } from './errors.js';
import { compileValidator } from './validation.js';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Enough for any body in the API except a burst of samples, whose route sets its own limit. */
const bodyLimitBytes = 64 * 1024;

/**
 * Longer than a proxy keeps an idle connection to us (nginx: 60 s), so that the proxy closes it. If we closed it, the
 * proxy might be sending the next request over it at that moment.
 */
const idleTimeoutMs = 75_000;

/** Fastify with our conventions: strict bodies, and the envelope and a request id on every answer. */
export function createApp(platform: Platform, onFault: FaultListener): App {
  const { config, log, lifecycle, tracing } = platform;
  const handleError = createErrorHandler(log, onFault);
  const app = Fastify({
    // observeAnswers logs each answer once.
    logger: false,
    genReqId: () => newId(),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: idleTimeoutMs,
    // Node checks its time-outs only at this interval, and would use the larger of the two.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Answer requests that arrive on open connections during a stop; new connections are refused.
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
  if (tracing) traceRequests(app as unknown as FastifyInstance, tracing);
  observeAnswers(app as unknown as FastifyInstance, platform);
  readBodiesAsJson(app as unknown as FastifyInstance);
  // Callbacks, not async: saves a promise per hook and reading on the sensor stream.
  app.addHook('onRequest', (request, reply, done) => {
    // In lower case, as Fastify stores them: otherwise it creates a new string for each.
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // Tells the client not to reuse this connection, because it is about to be closed.
    if (lifecycle.isDraining) reply.header('Connection', 'close');
    done();
  });
  return app;
}

/** Input that is not HTTP gets the envelope too, written to the socket because no request object exists yet. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  const line = status[error.code as keyof typeof status] ?? '400 Bad Request';
  const body = JSON.stringify(toEnvelope(new Refusal(Number(line.slice(0, 3)), 'BAD_REQUEST', line.slice(4))));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${newId()}`,
  ];
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
}
