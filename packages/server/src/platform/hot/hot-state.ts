/** A count within a window that opened with its first hit. */
export interface HitCount {
  readonly count: number;
  readonly resetAtMs: number;
}

/** A turn under a steady rate, and what was kept for the key. */
export interface Turn {
  readonly isAllowed: boolean;
  /** When the next turn is, if this one is refused. */
  readonly nextAtMs: number;
  readonly kept: Uint8Array | null;
}

/** One turn each `intervalMs`; one that comes early by no more than the tolerance is honest jitter. */
export interface Pace {
  readonly intervalMs: number;
  readonly toleranceMs: number;
}

/** What is kept, and a key's place in its pace, are forgotten after this long without a turn. */
export const keptForMs = 3_600_000;

/**
 * State that is asked on every request and may be lost: both drivers (in process, Redis) pass
 * hot-state.test.ts.
 */
export interface HotState {
  countHit(key: string, windowMs: number): Promise<HitCount>;
  /**
   * A turn for each key, in one round trip; a key that stands twice takes two, one after the other. Without a pace
   * every turn is allowed.
   */
  takeTurns(keys: readonly string[], pace: Pace | null): Promise<readonly Turn[]>;
  /** The turns just taken came to nothing: they may be taken again. */
  giveBack(keys: readonly string[], pace: Pace | null): void;
  /** Without an answer: whatever is asked for later comes after it. */
  keep(values: ReadonlyMap<string, Uint8Array>): void;
  /** Rejects while the driver works without its server. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
