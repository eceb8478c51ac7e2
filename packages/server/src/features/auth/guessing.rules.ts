import type { Pace } from '../../platform/hot/hot-state.js';

/** After this many wrong passwords in a row the next attempt has to wait. */
const freeTries = 10;

/**
 * One attempt per 75 s after the free ones: 10 + 48 in the first hour, 48 in each further hour, so never more than 60.
 * Each 75 s without an attempt restore one free attempt.
 */
const intervalMs = 75_000;

export const guessPace: Pace = { intervalMs, toleranceMs: (freeTries - 1) * intervalMs };

/** A client that has not signed in for this long counts as unknown again. */
export const knownForMs = 90 * 86_400_000;
