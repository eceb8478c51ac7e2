import type { Pace } from '../../platform/hot/hot-state.js';

/** After this many wrong passwords in a row the next attempt has to wait. */
const freeTries = 10;

/**
 * One attempt per 75 s after the free ones: 10 + 48 in the first hour, 48 in each further hour, so never more than 60.
 * Each 75 s without an attempt restore one free attempt.
 */
const intervalMs = 75_000;

export const guessPace: Pace = { intervalMs, toleranceMs: (freeTries - 1) * intervalMs };

/**
 * Codes have only a million values, and three are valid at any time: five free attempts, then one per 15 minutes, so at
 * most 125 on a day. Guessing takes seven years on average, and needs the password first.
 */
const codeIntervalMs = 900_000;

export const codePace: Pace = { intervalMs: codeIntervalMs, toleranceMs: 4 * codeIntervalMs };

/** A client that has not signed in for this long counts as unknown again. */
export const knownForMs = 90 * 86_400_000;
