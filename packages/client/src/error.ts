/** An error answer of the service, or the reason why it could not be reached. */
export class FallwatchError extends Error {
  override readonly name = 'FallwatchError';
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The kind of error, for programs: `VALIDATION_FAILED`, `FORBIDDEN`, …; `UNREACHABLE` if there was no answer. */
  readonly code: string;
  /** Field name → what is wrong with it. Empty unless the input was refused. */
  readonly details: Readonly<Record<string, string>>;
  /** How long to wait before the next try, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined;
  /** Identifies this request in the server's process log. */
  readonly requestId: string | undefined;

  private constructor(message: string, facts: Facts, options?: ErrorOptions) {
    super(message, options);
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.requestId = facts.requestId;
  }

  /** From an error answer with any body: a proxy in between may answer with an HTML page. */
  static ofAnswer({ status, statusText, headers }: Response, body: unknown): FallwatchError {
    const { error, code, details, retryAfter } = isObject(body) ? body : {};
    const seconds = Number(headers.get('retry-after') ?? retryAfter ?? Number.NaN);
    return new FallwatchError(typeof error === 'string' ? error : `${status} ${statusText}`.trim(), {
      status,
      code: typeof code === 'string' ? code : 'UNKNOWN',
      details: isObject(details) ? (details as Record<string, string>) : {},
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
      requestId: headers.get('x-request-id') ?? undefined,
    });
  }

  static ofNoAnswer(cause: unknown): FallwatchError {
    return new FallwatchError('The service did not answer', { status: 0, code: 'UNREACHABLE' }, { cause });
  }
}

interface Facts {
  readonly status: number;
  readonly code: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
