import type { Episode } from './state.js';

/** Upper bound of NO_FALL: an episode opens above it and closes after `quietMs` at or below it. */
const openAbove = 0.3;
const quietMs = 10_000;

/**
 * none → open: confidence rises above 0.30. open → open: the maximum only rises. open → none: ten seconds without a
 * value above 0.30. One episode is one event, whatever the number of readings.
 */
export function nextEpisode(episode: Episode | null, confidence: number, atMs: number): Episode | null {
  const above = confidence > openAbove;
  if (episode === null) {
    return above ? { openedAtMs: atMs, lastAboveAtMs: atMs, confidence } : null;
  }
  const isOver = atMs - episode.lastAboveAtMs > quietMs;
  if (!above) return isOver ? null : episode;
  if (isOver) return { openedAtMs: atMs, lastAboveAtMs: atMs, confidence };
  return {
    openedAtMs: episode.openedAtMs,
    lastAboveAtMs: Math.max(atMs, episode.lastAboveAtMs),
    confidence: Math.max(confidence, episode.confidence),
  };
}
