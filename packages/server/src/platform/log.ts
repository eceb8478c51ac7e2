import { type Logger, pino } from 'pino';
import type { Config } from '../config.js';

export type Log = Logger;

/**
 * JSON lines on standard output. A message is constant, data goes into fields, and the fields are ids:
 * never a body, a vital, a token, an e-mail. The redaction is the net below that rule, not the rule.
 */
export function createLog(config: Config): Log {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.token', '*.email', '*.authorization', '*.cookie'],
  });
}
