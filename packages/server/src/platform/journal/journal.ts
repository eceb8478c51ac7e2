/** A record and its position in the journal. */
export interface JournalRecord {
  readonly sequence: number;
  readonly appendedAtMs: number;
  readonly bytes: Uint8Array;
}

/** Identifies one journal: a new journal under the same name has another id and starts again from the beginning. */
export interface JournalIdentity {
  readonly id: string;
  /**
   * How often its server was lost. A power failure may lose the end of the journal; its sequence numbers are then
   * reused.
   */
  readonly interruptions: number;
}

/**
 * A durable, partitioned stream of records, each partition in append order. Frequent writes are acknowledged here and
 * written to their table in bulk later.
 */
export interface Journal {
  readonly partitions: number;
  /** Resolves once the record is stored. During an outage most calls reject at once: the caller has a fallback. */
  append(partition: number, record: Uint8Array): Promise<void>;
  identify(): Promise<JournalIdentity>;
  /** Reads all records from the beginning, in pieces; an empty piece if there is nothing new. Ends with `signal`. */
  read(partition: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]>;
  /** When the oldest record after this sequence was appended; undefined if there is none. */
  oldestAfter(partition: number, sequence: number): Promise<number | undefined>;
  /** Deletes records up to this sequence, which have been written elsewhere. */
  forget(partition: number, upToSequence: number): Promise<void>;
  close(): Promise<void>;
}
