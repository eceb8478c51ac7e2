/**
 * Limits on guessing pairing codes. Wrong codes count against the account, the address and everybody together.
 *
 * One lane has five tries, then none for ten minutes, then one every ten minutes until all are restored. All lanes
 * together have 1,000 tries, then one every 0.6 s: at most 2,000 in any ten minutes, the lifetime of a short code,
 * whatever number of addresses and accounts. A try hits one of L open codes with probability L / 20^8, so an attacker
 * who never pauses hits within a given ten minutes with probability at most 2,000 · L / 2.56 · 10^10 = L · 7.8 · 10^-8:
 * with one open code all year long (52,560 times ten minutes, 1,000 tries each) 0.2 % in a year.
 */
import type { Pace } from '../../platform/hot/hot-state.js';

const laneTries = 5;
const laneIntervalMs = 600_000;
const allTries = 1_000;
const allIntervalMs = laneIntervalMs / allTries;

export const lanePace: Pace = { intervalMs: laneIntervalMs, toleranceMs: (laneTries - 1) * laneIntervalMs };
export const allPace: Pace = { intervalMs: allIntervalMs, toleranceMs: (allTries - 1) * allIntervalMs };
