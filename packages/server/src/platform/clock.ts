/** The process's time. Tests move it; nothing else may call Date.now for a decision. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
