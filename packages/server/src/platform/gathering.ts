/** If waiting has collected fewer items than this, batches start at once again for a while. */
const minGathered = 8;
const offMs = 1_000;

export interface Gathering {
  /** How long the next batch should wait for more items. */
  computeWaitMs(): number;
  /** A batch starts with this many items. */
  noteStart(items: number): void;
}

/**
 * In a steady stream, batches start this far apart: a round trip for every one or two items would cost more CPU time
 * than the items. If few callers wait for their answers before they go on, nothing more arrives: then nobody waits.
 */
export function createGathering(apartMs: number, readNowMs = () => performance.now()): Gathering {
  let lastStartMs = Number.NEGATIVE_INFINITY;
  let offUntilMs = 0;
  let hasWaited = false;

  return {
    computeWaitMs() {
      const nowMs = readNowMs();
      const waitMs = nowMs < offUntilMs ? 0 : lastStartMs + apartMs - nowMs;
      // A shorter timer would take a millisecond as well.
      hasWaited = waitMs >= 1;
      return hasWaited ? waitMs : 0;
    },
    noteStart(items) {
      lastStartMs = readNowMs();
      if (hasWaited && items < minGathered) offUntilMs = lastStartMs + offMs;
      hasWaited = false;
    },
  };
}
