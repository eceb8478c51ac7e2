import { setTimeout as pause } from 'node:timers/promises';

/** Every `everyMs`, by the clock and not by the work: a late beat does not shift the ones after it. */
export async function* beats(everyMs: number, signal: AbortSignal): AsyncGenerator<number, void> {
  const startedAt = performance.now();
  for (let beat = 0; !signal.aborted; beat += 1) {
    const inMs = startedAt + beat * everyMs - performance.now();
    // Beats that were missed altogether are not caught up with.
    if (inMs < -everyMs) continue;
    if (inMs > 0) await pause(inMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) yield beat;
  }
}
