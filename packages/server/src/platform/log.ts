import { type Logger, pino } from 'pino';
import type { Config } from '../config.js';

export type Log = Logger;

/**
 * JSON lines on standard output. Messages are constant, data goes into fields, and fields contain ids: never a body, a
 * vital, a token or an e-mail address. Redaction is a second safeguard, not a replacement for this rule.
 */
export function createLog(config: Config): Log {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields },
    redact: ['*.password', '*.token', '*.email', '*.authorization', '*.cookie'],
  });
}

/** A database error message can quote a value ("invalid input … «x»"): code, constraint and table are enough. */
function errorFields(error: Error & { code?: string; severity?: string; constraint?: string; table?: string }) {
  const { name, message, code, severity, constraint, table, stack } = error;
  const frames = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  return severity === undefined
    ? { type: name, message, code, stack: frames }
    : { type: name, code, constraint, table, stack: frames };
}
