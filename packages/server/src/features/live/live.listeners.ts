import type { Actor } from '../../platform/context.js';
import type { EventStream } from '../../platform/http/event-stream.js';

/** One open stream of one person. */
export interface Listener {
  readonly userId: string;
  readonly role: Actor['role'];
  readonly sessionId: string;
  readonly stream: EventStream;
  /** The listener has got everything up to this position. */
  position: number;
  isLive: boolean;
}

/** The open streams of this process. */
export interface Listeners {
  add(listener: Listener): void;
  drop(listener: Listener): void;
  has(listener: Listener): boolean;
  count(): number;
  all(): Listener[];
  ofUser(userId: string): Listener[];
}

export function createListeners(maxPerUser: number, onChange: (count: number) => void): Listeners {
  const all = new Set<Listener>();
  /** Each person's streams, oldest first. */
  const byUser = new Map<string, Set<Listener>>();

  function remove(listener: Listener): void {
    if (!all.delete(listener)) return;
    const own = byUser.get(listener.userId);
    own?.delete(listener);
    if (own?.size === 0) byUser.delete(listener.userId);
    onChange(all.size);
  }

  function drop(listener: Listener): void {
    remove(listener);
    listener.stream.end();
  }

  return {
    add(listener) {
      const [oldest, ...others] = byUser.get(listener.userId) ?? [];
      // Drop the oldest, not the new one: old connections may be dead, and must not block new ones.
      if (oldest && others.length + 1 >= maxPerUser) drop(oldest);
      const own = byUser.get(listener.userId) ?? new Set();
      byUser.set(listener.userId, own.add(listener));
      all.add(listener);
      onChange(all.size);
      listener.stream.onClose(() => remove(listener));
    },
    drop,
    has: (listener) => all.has(listener),
    count: () => all.size,
    all: () => [...all],
    ofUser: (userId) => [...(byUser.get(userId) ?? [])],
  };
}
