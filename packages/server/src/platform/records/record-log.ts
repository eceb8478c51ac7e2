/** A record where it stands in its log. */
export interface LoggedRecord {
  readonly sequence: number;
  readonly appendedAtMs: number;
  readonly bytes: Uint8Array;
}

/** One log and nobody else's: another one under the same name has another identity, and begins anew. */
export interface LogIdentity {
  readonly id: string;
  /** How often its server was lost. One that lost power may have lost the end of the log, and number it anew. */
  readonly interruptions: number;
}

/**
 * A durable log of bytes in partitions, each in the order it was appended: what is frequent is acknowledged here, and
 * written to its table in bulk later.
 */
export interface RecordLog {
  readonly partitions: number;
  /** Resolves once the log has it. While it is away most rejections come at once: the caller has another way. */
  append(partition: number, record: Uint8Array): Promise<void>;
  identify(): Promise<LogIdentity>;
  /** Pieces of all that it holds, from the beginning; empty ones while there is nothing. Ends with `signal`. */
  read(partition: number, signal: AbortSignal): AsyncIterable<readonly LoggedRecord[]>;
  /** What stands up to this sequence is written down elsewhere. */
  forget(partition: number, upToSequence: number): Promise<void>;
  close(): Promise<void>;
}
