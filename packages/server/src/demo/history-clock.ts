/** A clock that is set explicitly. */
export class HistoryClock {
  #ms = 0;
  nowMs(): number {
    return this.#ms;
  }
  set(ms: number): void {
    // Never backwards: later events must have later times.
    this.#ms = Math.max(this.#ms + 1, ms);
  }
  pass(seconds: number): void {
    this.#ms += seconds * 1_000;
  }
}
