/**
 * Event types with their data: ids only. The layer that publishes a type declares it here by declaration merging, so
 * that the platform layer contains no domain terms.
 */
export interface EventTypes {
  /** Changes of rows may have been missed: caches must reload every entry. */
  'changes.missed': object;
}

export type Event = {
  [Type in keyof EventTypes]: { readonly type: Type } & Readonly<EventTypes[Type]>;
}[keyof EventTypes];

/**
 * Notifies every process that something happened. Delivery is not guaranteed: an event can be lost with its process, so
 * whatever depends on one also needs another trigger (a cache that expires, a row that is due).
 */
export interface Events {
  publish(event: Event): void;
  /** Notifies the listeners of this process only. */
  tell(event: Event): void;
  subscribe(listener: (event: Event) => void): () => void;
  /** Rejects while other processes can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
