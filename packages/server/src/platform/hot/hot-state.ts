/** The number of hits in a window that opened with the first hit. */
export interface HitCount {
  readonly count: number;
  readonly resetAtMs: number;
}

/** The result of a turn under a steady rate, and the bytes kept for the key. */
export interface Turn {
  readonly isAllowed: boolean;
  /** When the next turn is allowed, if this one is refused. */
  readonly nextAtMs: number;
  readonly kept: Uint8Array | null;
}

/** A request for a turn. Contains durations, not times: the clocks of processes differ. */
export interface TurnRequest {
  readonly key: string;
  /** How long ago the request arrived. Its turn is decided for that time: waiting inside the service does not count. */
  readonly agoMs: number;
  /** The request may have arrived earlier by this much: the event loop was blocked. */
  readonly heldUpMs: number;
  /** False: returns the kept bytes only and takes no turn. */
  readonly takesTurn: boolean;
}

/** One turn per `intervalMs`; a turn that is early by at most the tolerance counts as jitter and is allowed. */
export interface Pace {
  readonly intervalMs: number;
  readonly toleranceMs: number;
}

/** Kept bytes and the pace of a key expire after this long without a turn. */
export const keptForMs = 3_600_000;

/** State that every request reads and that may be lost. Both drivers (in process, Redis) pass hot-state.test.ts. */
export interface HotState {
  countHit(key: string, windowMs: number): Promise<HitCount>;
  /**
   * Takes a turn for each request, in one round trip; a key that occurs twice takes two, one after the other. Without a
   * pace every turn is allowed. A request that arrived a whole interval before the last turn taken is allowed too:
   * another process handled the later request first.
   */
  takeTurns(requests: readonly TurnRequest[], pace: Pace | null): Promise<readonly Turn[]>;
  /** How long ago the last turn of each key was taken, to a second; null if there was none. */
  readLastTurns(keys: readonly string[], pace: Pace): Promise<readonly (number | null)[]>;
  /** Returns turns whose requests failed: they may be taken again. */
  giveBack(keys: readonly string[], pace: Pace | null): void;
  /** Does not wait for an answer; later calls see the new bytes. */
  keep(values: ReadonlyMap<string, Uint8Array>): void;
  /** Rejects while the driver works without its server. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
