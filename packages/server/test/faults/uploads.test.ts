import { afterEach, expect, test } from 'vitest';
import { check, flawless, formatCounts, summarizeCounts } from './checker.js';
import { Journal } from './journal.js';
import { isImpact, killInTurn } from './kills.js';
import type { Part } from './part.js';
import { say } from './say.js';
import { listPorts, openSite, type Site } from './site.js';
import { isFull } from './size.js';
import { uploadAll } from './uploaders.js';

/**
 * Devices upload the readings of the last minutes, in requests of any size and order, and repeat some of them, while
 * every part of the service is killed with kill -9 in turn. A reading that was answered `stored` or `known` must be
 * stored, once; each impact must be one fall with its alerts.
 */
const { wearers, readings, kills } = isFull
  ? { wearers: 200, readings: 100_000, kills: 100 }
  : { wearers: 40, readings: 12_000, kills: 10 };

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

test.each(['small', 'cluster'] as const)(
  'kill -9 of every part while devices upload, %s profile: nothing accepted is lost or doubled',
  async (profile) => {
    const opened = await openSite({ profile, apis: 2, wearers });
    site = opened;
    const journal = new Journal();
    let killed: Map<string, number> | undefined;
    const load = uploadAll(opened.wearers, journal, {
      ports: listPorts(opened),
      recorded: 240,
      maxReadings: 60,
      isImpact,
      isOver: () => killed !== undefined && journal.accepted.length >= readings,
      repeatsOneIn: 5,
    });
    killed = await killInTurn(opened.parts, kills);
    await load;
    const verdict = await check(opened.postgres.url, journal);
    say(`kill -9 while devices upload, ${profile} profile`, `${kills} kills: ${summarizeCounts(journal, verdict)}`);
    process.stdout.write(
      `  answers: ${formatCounts(journal.answers)}; without an answer: ${formatCounts(journal.broken)}\n`,
    );

    const saidBy = (parts: readonly Part[]): string[] => parts.map(({ name, output }) => `${name}: ${output}`);
    expect([...new Set(journal.faults), ...(journal.faults.length > 0 ? saidBy(opened.parts) : [])]).toEqual([]);
    expect(saidBy(opened.parts.filter(({ crashes }) => crashes > 0))).toEqual([]);
    expect(verdict).toMatchObject(flawless);
    // Without enough readings and unanswered requests the test would prove nothing.
    expect(verdict.accepted).toBeGreaterThanOrEqual(readings);
    expect(verdict.falls).toBeGreaterThanOrEqual(2 * wearers);
    expect(journal.entries.filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(kills);
  },
);
