import { afterEach, expect, test } from 'vitest';
import { check, flawless, formatCounts, summarizeCounts, watchHalves } from './checker.js';
import { wear } from './client.js';
import { Journal } from './journal.js';
import { isImpact, killInTurn } from './kills.js';
import type { Part } from './part.js';
import { say } from './say.js';
import { listPorts, mapMqttPorts, openSite, type Site, type SiteOptions } from './site.js';
import { isFull } from './size.js';

/**
 * R1 and R2 of docs/reliability.md: devices send a reading a second, some of them an impact, while every part of the
 * service is killed with kill -9 in turn, at random moments, for random times. The answers that the devices got are
 * compared with the database.
 */
interface Size {
  readonly wearers: number;
  readonly readings: number;
  readonly kills: number;
}
const sizes: Record<SiteOptions['profile'], Size> = isFull
  ? { small: { wearers: 500, readings: 50_000, kills: 50 }, cluster: { wearers: 600, readings: 200_000, kills: 200 } }
  : { small: { wearers: 300, readings: 5_000, kills: 10 }, cluster: { wearers: 300, readings: 5_000, kills: 14 } };

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

test.each(['small', 'cluster'] as const)(
  'kill -9 of every part, %s profile: nothing accepted is lost or doubled',
  async (profile) => {
    const { wearers, readings, kills } = sizes[profile];
    const opened = await openSite({ profile, apis: 2, wearers });
    site = opened;
    const journal = new Journal();
    let killed: Map<string, number> | undefined;
    const isOver = (): boolean => killed !== undefined && journal.accepted.length >= readings;
    const load = wear(opened.wearers, journal, {
      ports: listPorts(opened),
      mqttPorts: mapMqttPorts(opened),
      everyMs: 1_000,
      isImpact,
      isOver,
    });
    const watched = watchHalves(opened.postgres.url, isOver);
    killed = await killInTurn(opened.parts, kills);
    await load;
    const verdict = await check(opened.postgres.url, journal);
    const { looks, halves } = await watched;
    const times = [...killed.values()].reduce((sum, count) => sum + count, 0);
    say(
      `kill -9, ${profile} profile`,
      `${times} kills (${formatCounts(killed)}): ${summarizeCounts(journal, verdict)}`,
    );
    process.stdout.write(
      `  answers: ${formatCounts(journal.answers)}; without an answer: ${formatCounts(journal.broken)}; ${looks} looks meanwhile\n`,
    );

    const saidBy = (parts: readonly Part[]): string[] => parts.map(({ name, output }) => `${name}: ${output}`);
    expect([...new Set(journal.faults), ...(journal.faults.length > 0 ? saidBy(opened.parts) : [])]).toEqual([]);
    expect(saidBy(opened.parts.filter(({ crashes }) => crashes > 0))).toEqual([]);
    expect(verdict).toMatchObject(flawless);
    expect(halves).toBe(0);
    // Without enough readings, kills and unanswered requests the test would prove nothing.
    expect(verdict.accepted).toBeGreaterThanOrEqual(readings);
    expect(verdict.falls).toBeGreaterThanOrEqual(300);
    expect(looks).toBeGreaterThan(5);
    expect([...killed.keys()].toSorted()).toEqual(opened.parts.map(({ name }) => name).toSorted());
    expect(journal.entries.filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(kills);
    expect(journal.mqtt.connections).toBeGreaterThan(wearers);
  },
);
