import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isConcurrentChange, isDatabaseUnavailable } from '../db/faults.js';
import type { Log } from '../log.js';
import { invalid, Refusal, tooLarge, unavailable } from '../refusal.js';
import { toDetails } from './validation.js';

export interface ErrorEnvelope {
  success: false;
  error: string;
  code: string;
  details?: Readonly<Record<string, string>>;
  retryAfter?: number;
}

export function toEnvelope(refusal: Refusal): ErrorEnvelope {
  const { message, code, details, retryAfterSeconds, fields } = refusal;
  return {
    ...fields,
    success: false,
    error: message,
    code,
    ...(details ? { details } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
  };
}

/** Called once for each fault, after it was logged. */
export type FaultListener = (requestId: string, error: Error) => void;

/** Converts every error to a refusal. A fault is logged with its stack and becomes a generic message. */
export function createErrorConverter(log: Log, onFault: FaultListener) {
  return (error: FastifyError | Error, requestId: string): Refusal => {
    const refusal = toRefusal(error);
    const entry = { err: error, requestId };
    if (refusal.status === 500) {
      log.error(entry, 'request failed');
      onFault(requestId, error);
    } else if (refusal.status > 500) log.warn(entry, 'request refused for now');
    return refusal;
  };
}

/** Converts every error to the envelope. */
export function createErrorHandler(log: Log, onFault: FaultListener) {
  const convert = createErrorConverter(log, onFault);
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = convert(error, request.id);
    if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds);
    // The rest of an unread body would be parsed as the next request on this connection.
    if (refusal.status === 413) reply.header('Connection', 'close');
    reply.code(refusal.status).send(toEnvelope(refusal));
  };
}

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if ('validation' in error && error.validation) return invalid(toDetails(error.validation as never));
  // The client disconnected while sending its body: there is nobody to answer, and it is not a fault of the service.
  if (error.message === 'aborted') return new Refusal(400, 'ABORTED', 'The request ended too early');
  if (isDatabaseUnavailable(error)) return unavailable('The service cannot reach its database. Try again.');
  // For example an account that is being deleted, or moved to another cell: the next request finds out.
  if (isConcurrentChange(error)) return unavailable('The same data was changed at the same moment. Try again.');
  return frameworkRefusals[(error as FastifyError).code] ?? fault();
}

/** Fastify's own errors with our messages. */
const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal(400, 'BAD_REQUEST', 'Content-Length does not match the body'),
  FST_ERR_BAD_URL: new Refusal(400, 'BAD_REQUEST', 'The address is not well formed'),
};

function fault(): Refusal {
  return new Refusal(500, 'INTERNAL', 'Something went wrong on our side. It has been recorded.');
}
