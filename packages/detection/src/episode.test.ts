import { describe, expect, test } from 'vitest';
import { nextEpisode } from './episode.js';

const open = { openedAtMs: 1_000, lastAboveAtMs: 5_000, confidence: 0.6 };

describe('an episode', () => {
  test('opens above 0.30', () => {
    expect(nextEpisode(null, 0.3, 1_000)).toBeNull();
    expect(nextEpisode(null, 0.3001, 1_000)).toEqual({ openedAtMs: 1_000, lastAboveAtMs: 1_000, confidence: 0.3001 });
  });

  test('keeps its start and its largest confidence', () => {
    expect(nextEpisode(open, 0.4, 6_000)).toEqual({ ...open, lastAboveAtMs: 6_000 });
    expect(nextEpisode(open, 0.8, 6_000)).toEqual({ ...open, lastAboveAtMs: 6_000, confidence: 0.8 });
  });

  test('does not go back in time with a reading that arrived before the latest', () => {
    expect(nextEpisode(open, 0.4, 4_000)).toEqual(open);
  });

  test('closes after more than ten seconds at or below 0.30', () => {
    expect(nextEpisode(open, 0.3, 15_000)).toBe(open);
    expect(nextEpisode(open, 0.3, 15_001)).toBeNull();
  });

  test('is a new one after more than ten seconds', () => {
    expect(nextEpisode(open, 0.4, 15_000)).toEqual({ ...open, lastAboveAtMs: 15_000 });
    expect(nextEpisode(open, 0.4, 15_001)).toEqual({ openedAtMs: 15_001, lastAboveAtMs: 15_001, confidence: 0.4 });
  });
});
