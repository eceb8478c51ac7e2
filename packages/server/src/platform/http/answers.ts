import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.js';
import type { Observe } from '../histogram.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** On the process's steady clock. */
    sinceMs: number;
  }
  interface FastifyContextConfig {
    /** Frequent and dull routes are logged at debug. */
    logLevel?: 'debug' | 'info';
  }
}

interface Answers {
  readonly method: string;
  readonly status: number;
  readonly observe: Observe;
}

/**
 * Measures and logs each answer when it is handed over. Not when it has left: listening for that would cost the sensor
 * stream as much as its guard. An answer that goes on, as a stream of events does, is none of these.
 */
export function observeAnswers(app: FastifyInstance, { log, metrics }: Pick<Platform, 'log' | 'metrics'>): void {
  const answersOf = new WeakMap<object, Answers[]>();

  /** A route has few kinds of answers: looking through them is quicker than a key made of words. */
  function find(config: { url?: string }, method: string, status: number): Answers {
    const known = answersOf.get(config) ?? [];
    for (const answers of known) if (answers.status === status && answers.method === method) return answers;
    const observe = metrics.requestSeconds({ method, route: config.url ?? 'unknown', status });
    const answers = { method, status, observe };
    answersOf.set(config, [...known, answers]);
    return answers;
  }

  app.decorateRequest('sinceMs', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.sinceMs = performance.now();
    done();
  });
  app.addHook('onSend', (request, { statusCode: status }, payload, done) => {
    const { method } = request;
    const { config } = request.routeOptions;
    const ms = performance.now() - request.sinceMs;
    find(config, method, status).observe(ms / 1_000);
    const level = config.logLevel ?? 'info';
    if (log.isLevelEnabled(level)) {
      const route = config.url ?? 'unknown';
      log[level]({ requestId: request.id, method, route, status, ms: Math.round(ms) }, 'request answered');
    }
    done(null, payload);
  });
}
