/**
 * Events by type, with what each carries: ids only. The floor that publishes a type declares it here by
 * declaration merging, so that this floor knows no domain word.
 */
export interface EventTypes {
  /** Changes of rows may have gone untold: what is remembered of any is to be forgotten. */
  'changes.missed': object;
}

export type Event = {
  [Type in keyof EventTypes]: { readonly type: Type } & Readonly<EventTypes[Type]>;
}[keyof EventTypes];

/**
 * Tells every process that something happened. A hint, not a record: an event may get lost with its process,
 * so what depends on one also has another way (a cache that expires, a row that is due).
 */
export interface Events {
  publish(event: Event): void;
  /** To the listeners of this process only. */
  tell(event: Event): void;
  subscribe(listener: (event: Event) => void): () => void;
  /** Rejects while other processes can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
