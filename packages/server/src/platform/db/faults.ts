import { isTlsFailure } from '../tls.js';

/** SQLSTATE of a server that accepts no writes: a standby that is not promoted yet, or a server set to read-only. */
export const readOnlyState = '25006';
/**
 * SQLSTATE classes of temporary errors: connection, resources, shutdown, a failing disk, our own time-outs, a read-only
 * server, and a statement that a standby cancelled because it blocked replication (40001).
 */
const unavailableStates = new RegExp(`^(08|53|57P|58|57014|55P03|25P03|40001|${readOnlyState})`);
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** node-postgres sets no code on these errors. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (unavailableStates.test(code) || networkCodes.has(code))) return true;
  return driverMessages.test(error.message) || isTlsFailure(error);
}

export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === readOnlyState;
}

/** A row that this one refers to is gone (23503), or PostgreSQL ended one of two deadlocked transactions (40P01). */
const concurrentStates = ['23503', '40P01'];

/** The same data was changed or deleted at the same moment, and nothing has happened: it can be tried again. */
export function isConcurrentChange(error: unknown): boolean {
  return error instanceof Error && concurrentStates.includes(String((error as { code?: unknown }).code));
}

/** SQLSTATE classes of invalid values and violated constraints: a retry does not help. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof Error && /^2[23]/.test(String((error as { code?: unknown }).code));
}

export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && (error as { constraint?: unknown }).constraint === constraint;
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '23505';
}
