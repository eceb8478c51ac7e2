/** SQLSTATE classes that mean «not now»: connection, resources, shutdown, a failing disk, and our own time-outs. */
const unavailableStates = /^(08|53|57P|58|57014|55P03|25P03)/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** node-postgres gives these no code. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (unavailableStates.test(code) || networkCodes.has(code))) return true;
  return driverMessages.test(error.message);
}

/** SQLSTATE classes of values that do not fit, and of rules that they break: trying again changes nothing. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof Error && /^2[23]/.test(String((error as { code?: unknown }).code));
}

export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && (error as { constraint?: unknown }).constraint === constraint;
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '23505';
}
