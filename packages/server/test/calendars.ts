import { sql } from 'kysely';
import { readFeeds } from '../src/features/schedules/feeds.service.js';
import { type Context, createContext, system } from '../src/platform/context.js';
import type { App } from '../src/platform/http/app.js';
import { appWith, testServer } from './harness.js';
import { type Answer, caller, root } from './people.js';

/** The service with calendars on this machine allowed. */
export async function serviceNearby(): Promise<{ app: App; ctx: Context }> {
  const { platform } = await testServer();
  const config = { ...platform.config, webhookAllowedRanges: ['127.0.0.0/8'] };
  return { app: await appWith(config), ctx: createContext({ ...platform, config }, system) };
}

export async function putFeed(app: App, scheduleId: string, url: string): Promise<Answer> {
  return caller((await root()).token, app).put(`/schedules/${scheduleId}/feed`, { url });
}

/** As the job does it after 15 minutes. */
export async function readAgain({ app, ctx }: { app: App; ctx: Context }, scheduleId: string) {
  await sql`update schedules set feed_tried_at = feed_tried_at - interval '15 min' where id = ${scheduleId}`.execute(
    ctx.db,
  );
  await readFeeds(ctx);
  return (await caller((await root()).token, app).get(`/schedules/${scheduleId}`)).data;
}
