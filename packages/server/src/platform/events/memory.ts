import type { Log } from '../log.js';
import type { Event, Events } from './events.js';

export function createMemoryEvents(log: Log): Events {
  const listeners = new Set<(event: Event) => void>();
  function tell(event: Event): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // An error in one listener must not affect the publisher or the other listeners.
        log.error({ err: error, event: event.type }, 'event listener failed');
      }
    }
  }

  return {
    publish: tell,
    tell,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ping() {},
    async close() {
      listeners.clear();
    },
  };
}
