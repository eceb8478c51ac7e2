/** Calendars of others that decide who is on duty: docs/schedules.md. */
import { setImmediate } from 'node:timers/promises';
import ical, { type VEvent } from 'node-ical';
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { createAllowedRanges, getOutbound, problemOfUrl } from '../../platform/outbound.js';
import { invalid } from '../../platform/refusal.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { type FeedShift, listFeedShifts, type Period, prepareCalendar } from './feeds.rules.js';
import type { NewFeed } from './feeds.schema.js';
import * as store from './feeds.store.js';
import type { ScheduleDetail } from './schedules.schema.js';
import { readSchedule } from './schedules.service.js';
import { getSchedule, isZone } from './schedules.store.js';

const dayMs = 86_400_000;
/** Shifts of feeds are stored for as long as lists of shifts may be asked for. */
const [daysBack, daysAhead] = [31, 400];
const maxBytes = 2 * 1024 * 1024;
const maxShifts = 5_000;
/** A rule that never comes true, like 30 February, takes the parser 2.2 s. Ordinary ones take 10 ms. */
const expandMs = 5_000;
/** The job runs every 15 minutes, in several processes. */
const againAfterMs = 10 * 60_000;

type FeedResult = { readonly shifts: readonly FeedShift[] } | { readonly problem: string };

/** Reads the calendar at once, so that a mistyped address replaces nothing. */
export async function setFeed(ctx: Context, id: string, { url }: NewFeed): Promise<ScheduleDetail> {
  const problem = problemOfUrl(url, createAllowedRanges(ctx.config));
  if (problem) throw invalid({ url: `${problem}; expected https://host/path on the public internet` });
  const { zone } = await getSchedule(ctx.db, id);
  const feed = { id, zone, url };
  const result = await readFeed(ctx, feed);
  if ('problem' in result) throw invalid({ url: `could not be read. ${result.problem}.` });
  return inTransaction(ctx, async (ctx) => {
    await store.updateFeedUrl(ctx.db, id, url);
    await keepShifts(ctx, feed, result.shifts);
    await recordAudit(ctx, 'schedule.update', null);
    return readSchedule(ctx, id);
  });
}

/** The turns apply again. */
export function removeFeed(ctx: Context, id: string): Promise<ScheduleDetail> {
  return inTransaction(ctx, async (ctx) => {
    await store.updateFeedUrl(ctx.db, id, null);
    await recordAudit(ctx, 'schedule.update', null);
    return readSchedule(ctx, id);
  });
}

/** One round over the feeds that are due. Any process may run it at any time. */
export async function readFeeds(ctx: Context): Promise<void> {
  const triedBefore = new Date(ctx.clock.nowMs() - againAfterMs).toISOString();
  for (;;) {
    const feed = await store.claimFeed(ctx.db, triedBefore, ctx.now());
    if (!feed) return;
    await refresh(ctx, feed);
  }
}

/** A feed that fails keeps the shifts that were read last. */
async function refresh(ctx: Context, feed: store.FeedToRead): Promise<void> {
  const result = await readFeed(ctx, feed);
  await inTransaction(ctx, async (ctx) => {
    if ('shifts' in result) return keepShifts(ctx, feed, result.shifts);
    const isFirst = await store.updateFeedFailing(ctx.db, feed, result.problem, ctx.now());
    if (isFirst) await recordSystemLog(ctx, 'FEED_FAILING', { scheduleId: feed.id, host: new URL(feed.url).host });
  });
}

async function keepShifts(ctx: Context, feed: store.FeedToRead, shifts: readonly FeedShift[]): Promise<void> {
  if (await store.updateFeedRead(ctx.db, feed, ctx.now())) await store.replaceFeedShifts(ctx.db, feed.id, shifts);
}

async function readFeed(ctx: Context, { id, zone, url }: store.FeedToRead): Promise<FeedResult> {
  const answer = await getOutbound({ url, accept: 'text/calendar', maxBytes }, createAllowedRanges(ctx.config));
  if (answer.kind !== 'answered') return { problem: answer.reason };
  const { status, text } = answer;
  if (status !== 200) {
    const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
    return { problem: `The server answered ${status}${redirect}` };
  }
  const prepared = prepareCalendar(text, zone);
  if ('problem' in prepared) return prepared;
  try {
    const { from, to } = { from: ctx.clock.nowMs() - daysBack * dayMs, to: ctx.clock.nowMs() + daysAhead * dayMs };
    return await expand(ctx, id, prepared.text, { from: new Date(from), to: new Date(to) });
  } catch (error) {
    // The parser refuses, for example, a rule that never comes true.
    return { problem: `The calendar cannot be read: ${(error as Error).message.slice(0, 200)}` };
  }
}

async function expand(ctx: Context, id: string, text: string, period: Period): Promise<FeedResult> {
  const members = await store.listFeedMembers(ctx.db, id);
  const events = Object.values(await ical.async.parseICS(text)).filter((part) => part?.type === 'VEVENT') as VEvent[];
  const unknownZone = await findUnknownZone(ctx, events);
  if (unknownZone !== undefined) return { problem: `The time zone ${unknownZone} of an event is not known` };
  const startedAt = performance.now();
  const shifts: FeedShift[] = [];
  for (const event of events) {
    shifts.push(...listFeedShifts(event, period, members));
    if (shifts.length > maxShifts) return { problem: `The calendar has more than ${maxShifts} shifts` };
    if (performance.now() - startedAt > expandMs)
      return { problem: `Its rules take longer than ${expandMs / 1_000} s` };
    await setImmediate();
  }
  return { shifts };
}

async function findUnknownZone(ctx: Context, events: readonly VEvent[]): Promise<string | undefined> {
  const timed = events.flatMap((event) => [event, ...(Object.values(event.recurrences ?? {}) as VEvent[])]);
  const zones = new Set(timed.flatMap(({ datetype, start }) => (datetype === 'date' ? [] : (start.tz ?? []))));
  for (const zone of zones) if (!(await isZone(ctx.db, zone))) return zone;
  return undefined;
}
