import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { unavailable } from '../refusal.js';

/** No stream accepts the subject, or its cluster has no leader. */
export class NoStream extends Error {}

export interface Publisher {
  /** Resolves once the stream has stored the record. */
  publish(subject: string, record: Uint8Array): Promise<void>;
}

interface Waiting {
  readonly untilMs: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * One subscription and one timer for all acknowledgements. The driver's own `publish` creates a request, a timer and
 * headers for each record.
 */
export function createPublisher(connection: NatsConnection, timeoutMs: number): Publisher {
  const inbox = createInbox();
  /** By the last part of the subject of the acknowledgement, oldest first. */
  const waiting = new Map<string, Waiting>();
  let published = 0;
  let isWatched = false;

  function settle(_: Error | null, message: Msg): void {
    const id = message.subject.slice(inbox.length + 1);
    const one = waiting.get(id);
    // Too late: refused already.
    if (!one) return;
    waiting.delete(id);
    const error = findError(message);
    if (error) one.reject(error);
    else one.resolve();
  }

  function watch(waitMs: number): void {
    isWatched = true;
    // After the event loop was blocked, timers fire before pending input is read: in that case the input is read first.
    setTimeout(() => setImmediate(refuseLate), waitMs);
  }

  function refuseLate(): void {
    const nowMs = performance.now();
    isWatched = false;
    for (const [id, { untilMs, reject }] of waiting) {
      if (untilMs > nowMs) {
        watch(untilMs - nowMs);
        return;
      }
      waiting.delete(id);
      reject(unavailable(`No acknowledgement within ${timeoutMs} ms. Try again.`));
    }
  }

  connection.subscribe(`${inbox}.*`, { callback: settle });

  return {
    publish(subject, record) {
      return new Promise((resolve, reject) => {
        published += 1;
        const id = published.toString(36);
        connection.publish(subject, record, { reply: `${inbox}.${id}` });
        waiting.set(id, { untilMs: performance.now() + timeoutMs, resolve, reject });
        if (!isWatched) watch(timeoutMs);
      });
    },
  };
}

/** An acknowledgement names the stream or an error. The NATS server itself answers without content if nobody listens. */
function findError(message: Msg): Error | undefined {
  if (message.data.length === 0) return new NoStream('no stream accepts this subject');
  const { error } = message.json<{ error?: { description?: string } }>();
  return error && new Error(error.description ?? 'the stream refused the record');
}
