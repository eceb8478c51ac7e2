import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/faults.js';
import type { Log } from '../log.js';
import { invalid, Refusal, unavailable } from '../refusal.js';
import { detailsOf } from './validation.js';

export interface ErrorEnvelope {
  success: false;
  error: string;
  code: string;
  details?: Readonly<Record<string, string>>;
  retryAfter?: number;
}

export function envelopeOf(refusal: Refusal): ErrorEnvelope {
  const { message, code, details, retryAfterSeconds } = refusal;
  return {
    success: false,
    error: message,
    code,
    ...(details ? { details } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
  };
}

/** Called once for each fault, after it was logged. */
export type FaultListener = (request: FastifyRequest, error: Error) => void;

/** Every error there is → the envelope. A fault is logged with its stack and answered with a generic sentence. */
export function createErrorHandler(log: Log, onFault: FaultListener) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalOf(error);
    const entry = { err: error, requestId: request.id };
    if (refusal.status === 500) {
      log.error(entry, 'request failed');
      onFault(request, error);
    } else if (refusal.status > 500) log.warn(entry, 'request refused for now');
    if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds);
    // A body that was not read to its end would be taken for the next request on this connection.
    if (refusal.status === 413) reply.header('Connection', 'close');
    reply.code(refusal.status).send(envelopeOf(refusal));
  };
}

function refusalOf(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if ('validation' in error && error.validation) return invalid(detailsOf(error.validation as never));
  // The client went away in the middle of its body: nobody is left to answer, and nothing is wrong here.
  if (error.message === 'aborted') return new Refusal(400, 'ABORTED', 'The request ended too early');
  if (isDatabaseUnavailable(error)) return unavailable('The service cannot reach its database. Try again.');
  return frameworkRefusals[(error as FastifyError).code] ?? fault();
}

/** Fastify's own refusals, in our words. */
const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal(413, 'TOO_LARGE', 'The body is too large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal(400, 'BAD_REQUEST', 'Content-Length does not match the body'),
  FST_ERR_BAD_URL: new Refusal(400, 'BAD_REQUEST', 'The address is not well formed'),
};

function fault(): Refusal {
  return new Refusal(500, 'INTERNAL', 'Something went wrong on our side. It has been recorded.');
}
