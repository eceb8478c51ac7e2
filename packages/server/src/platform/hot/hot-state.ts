/** A count within a window that opened with its first hit. */
export interface HitCount {
  readonly count: number;
  readonly resetAtMs: number;
}

/**
 * State that is asked on every request and may be lost: both drivers (in process, Redis) pass
 * hot-state.test.ts.
 */
export interface HotState {
  countHit(key: string, windowMs: number): Promise<HitCount>;
  /** Rejects while the driver works without its server. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
