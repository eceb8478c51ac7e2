/** The only deliberate error: it says what was wrong and what to do. Any other error thrown is a fault. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Additional fields of the answer, for programs. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, code: string, message: string, more: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.fields = more.fields;
  }
}

interface RefusalDetails {
  details?: Readonly<Record<string, string>> | undefined;
  retryAfterSeconds?: number | undefined;
  fields?: Readonly<Record<string, unknown>>;
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

export function tooLarge(): Refusal {
  return new Refusal(413, 'TOO_LARGE', 'The body is too large');
}

export function tooMany(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'RATE_LIMITED', message, { retryAfterSeconds });
}

export function unavailable(message: string, retryAfterSeconds = 1): Refusal {
  return new Refusal(503, 'UNAVAILABLE', message, { retryAfterSeconds });
}
