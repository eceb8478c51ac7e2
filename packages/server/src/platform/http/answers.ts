import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor, Platform } from '../context.js';
import type { Observe } from '../histogram.js';
import { createAddressHash } from './address-hash.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** On the process's monotonic clock. */
    sinceMs: number;
    /**
     * The same time on the platform's clock, and how much earlier it may have been because the event loop was blocked.
     */
    arrivedAtMs: number;
    heldUpMs: number;
    /** Undefined until the session has been looked up. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** Frequent and uninteresting routes are logged at debug. */
    logLevel?: 'debug' | 'info';
  }
}

interface Answers {
  readonly method: string;
  readonly status: number;
  readonly observe: Observe;
}

/**
 * Measures and logs each answer when it is handed to Node, not when it has been sent: a listener for that would cost
 * the sensor stream as much as its guard. Streams of events are not included.
 */
export function observeAnswers(app: FastifyInstance, { log, metrics, clock, eventLoop, tokenKeys }: Platform): void {
  const hashAddress = createAddressHash(tokenKeys[0]);
  const answersByRoute = new WeakMap<object, Answers[]>();

  /** A route has few kinds of answers: a scan over them is faster than building a string key. */
  function find(config: { url?: string }, method: string, status: number): Answers {
    const known = answersByRoute.get(config) ?? [];
    for (const answers of known) if (answers.status === status && answers.method === method) return answers;
    const observe = metrics.requestSeconds({ method, route: config.url ?? 'unknown', status });
    const answers = { method, status, observe };
    answersByRoute.set(config, [...known, answers]);
    return answers;
  }

  app.decorateRequest('sinceMs', 0);
  app.decorateRequest('arrivedAtMs', 0);
  app.decorateRequest('heldUpMs', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.sinceMs = performance.now();
    request.arrivedAtMs = clock.nowMs();
    request.heldUpMs = eventLoop.heldUpMs(request.sinceMs);
    done();
  });
  app.addHook('onSend', (request, { statusCode: status }, payload, done) => {
    const { method } = request;
    const { config } = request.routeOptions;
    const ms = performance.now() - request.sinceMs;
    find(config, method, status).observe(ms / 1_000);
    const level = logLevel(status, config.logLevel);
    if (log.isLevelEnabled(level)) {
      const route = config.url ?? 'unknown';
      const answered = { requestId: request.id, method, route, status, ms: Math.round(ms) };
      log[level](refusals.has(status) ? { ...answered, ...whoAndWhere(request) } : answered, 'request answered');
    }
    done(null, payload);
  });

  function whoAndWhere({ actor, ip }: FastifyRequest) {
    return { actorId: (actor as Actor | undefined)?.id ?? null, addressHash: hashAddress(ip) };
  }
}

/** The caller was refused: the process log contains who it was, as far as is known, and from where. */
const refusals = new Set([401, 403, 429]);

/**
 * Applies to debug routes too. Only their 429 stays at debug: a device that sends too often would fill the process log.
 */
function logLevel(status: number, ofRoute: 'debug' | 'info' = 'info'): 'debug' | 'info' {
  return refusals.has(status) && status !== 429 ? 'info' : ofRoute;
}
