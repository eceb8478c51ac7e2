import type { Actor } from '../../platform/context.js';
import type { EventStream } from '../../platform/http/event-stream.js';

/** One open stream of one person. */
export interface Listener {
  readonly userId: string;
  readonly role: Actor['role'];
  readonly sessionId: string;
  readonly stream: EventStream;
  /** Has been given everything up to here. */
  position: number;
  isLive: boolean;
}

/** Who listens in this process. */
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
  /** Each person's in the order in which they came. */
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
      // The newest stays: the others may be lines that are long dead, and nobody may be shut out by them.
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
