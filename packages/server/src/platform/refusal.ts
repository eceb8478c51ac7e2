/** The one deliberate error: the caller is told what was wrong and what to do. Anything else thrown is a fault. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, more: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

interface RefusalDetails {
  details?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
}

export function invalid(details: Readonly<Record<string, string>>, message = 'Validation failed'): Refusal {
  return new Refusal(400, 'VALIDATION_FAILED', message, { details });
}

export function unauthorized(message: string): Refusal {
  return new Refusal(401, 'UNAUTHORIZED', message);
}

export function forbidden(message = 'You do not have permission to do this'): Refusal {
  return new Refusal(403, 'FORBIDDEN', message);
}

export function notFound(thing: string): Refusal {
  return new Refusal(404, 'NOT_FOUND', `${thing} not found`);
}

export function conflict(message: string, details?: Readonly<Record<string, string>>): Refusal {
  return new Refusal(409, 'CONFLICT', message, details ? { details } : {});
}

export function tooMany(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'RATE_LIMITED', message, { retryAfterSeconds });
}

export function unavailable(message: string, retryAfterSeconds = 1): Refusal {
  return new Refusal(503, 'UNAVAILABLE', message, { retryAfterSeconds });
}
