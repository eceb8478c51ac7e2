import { setTimeout as pause } from 'node:timers/promises';

/** Yields every `everyMs`, by the clock: a late beat does not shift later ones. */
export async function* beats(everyMs: number, signal: AbortSignal): AsyncGenerator<number, void> {
  const startedAt = performance.now();
  for (let beat = 0; !signal.aborted; beat += 1) {
    const inMs = startedAt + beat * everyMs - performance.now();
    // Missed beats are skipped.
    if (inMs < -everyMs) continue;
    if (inMs > 0) await pause(inMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) yield beat;
  }
}
