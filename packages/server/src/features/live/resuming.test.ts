import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import type { Listener } from '../../../test/listener.js';
import {
  alertAbout,
  follow,
  listTypes,
  madeUp,
  platform,
  settled,
  setUpLiveStream,
  tell,
  told,
} from '../../../test/live.js';
import { caregiver, patient } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { createContext, inTransaction, system } from '../../platform/context.js';
import { announce, clearOldEvents, type LiveEvent } from './live.service.js';

setUpLiveStream();

/** Announces, and keeps its transaction open until the returned function is called. */
async function openChange(event: LiveEvent): Promise<() => Promise<void>> {
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let hasWritten = (): void => {};
  const written = new Promise<void>((resolve) => {
    hasWritten = resolve;
  });
  const done = inTransaction(createContext(platform, system), async (ctx) => {
    await announce(ctx, event);
    hasWritten();
    await mayCommit;
  });
  await written;
  return () => {
    commit();
    return done;
  };
}

describe('Last-Event-ID', () => {
  test('resumes with the missed events, once and in order; as a header and in the query', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const first = await follow(bob);
    await tell(alertAbout(ann, [bob], { n: 0 }));
    await expect.poll(() => told(first)).toHaveLength(1);
    first.close();
    await first.ended;
    // More than one page.
    for (let n = 1; n <= 230; n++) await tell(alertAbout(ann, [bob], { n }));
    const wanted = Array.from({ length: 230 }, (_, n) => n + 1);
    const byHeader = await follow(bob, { headers: { 'last-event-id': first.lastId() } });
    const byQuery = await follow(bob, { query: `?lastEventId=${first.lastId()}` });
    for (const listener of [byHeader, byQuery]) {
      expect(listener.heard.filter(({ type }) => type === 'alert.raised').map(({ data }) => data.n)).toEqual(wanted);
      expect(listTypes(listener).at(-1)).toBe('ready');
    }
    await tell(alertAbout(ann, [bob], { n: 231 }));
    await expect.poll(() => byHeader.heard.at(-1)?.data.n).toBe(231);
  });

  test.each(['', 'abc', '-1', '99999999999999', '1.5', '9'.repeat(40)])('%j was never assigned: resync', async (id) => {
    const bob = await caregiver();
    const listener = await follow(bob, { query: `?lastEventId=${id}` });
    expect(listTypes(listener)).toEqual(['resync', 'ready']);
    await settled(listener, bob);
  });

  test('an event that was already deleted: resync', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const earlier = await follow(bob);
    const before = earlier.lastId();
    await tell(alertAbout(ann, [bob], { n: 1 }));
    // The hub has read it: it is lost only for clients that reconnect.
    await expect.poll(() => earlier.heard.at(-1)?.data.n).toBe(1);
    clock.offsetMs += 60_000;
    onTestFinished(() => {
      clock.offsetMs -= 60_000;
    });
    expect(await clearOldEvents(createContext(platform, system), 59_000)).toBeGreaterThan(0);
    const listener = await follow(bob, { headers: { 'last-event-id': before } });
    expect(listTypes(listener)).toEqual(['resync', 'ready']);
    const upToDate = await follow(bob, { headers: { 'last-event-id': listener.lastId() } });
    expect(listTypes(upToDate)).toEqual(['ready']);
  });

  test('an id that is too long is refused with a text', async () => {
    const bob = await caregiver();
    expect(await bob.get(`/events?lastEventId=${'9'.repeat(41)}`)).toHaveStatus(400);
  });
});

describe.runIf(profile === 'cluster')('transactions that commit in another order than they wrote', () => {
  test('a late commit delays no other event, and is not skipped, live or by resuming', async () => {
    const bob = await caregiver();
    const atBob = await follow(bob);
    const event = (mark: string): LiveEvent => madeUp('message.sent', [bob], { mark });
    const commitLate = await openChange(event('late'));
    await tell(event('early'));
    const marks = (listener: Listener): string[] => listener.heard.flatMap(({ data }) => data.mark ?? []);
    await expect.poll(() => marks(atBob)).toEqual(['early']);
    const afterEarly = atBob.lastId();
    await commitLate();
    await expect.poll(() => marks(atBob)).toEqual(['early', 'late']);
    expect(Number(atBob.lastId())).toBeGreaterThan(Number(afterEarly));
    expect(marks(await follow(bob, { headers: { 'last-event-id': afterEarly } }))).toEqual(['late']);
  });

  test('200 at a time, in any order: each arrives once, in ascending numbers, at two hubs', async () => {
    const other = await appWith({});
    onTestFinished(() => other.close());
    const at = `${await other.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const bob = await caregiver();
    const [here, there] = [await follow(bob), await follow(bob, {}, at)];
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        await pause(Math.random() * 500);
        await inTransaction(createContext(platform, system), async (ctx) => {
          await announce(ctx, madeUp('message.sent', [bob], { n }));
          await pause(Math.random() * 60);
        });
      }),
    );
    for (const listener of [here, there]) {
      await expect.poll(() => told(listener).length).toBe(200);
      const ids = listener.heard.slice(1).map(({ id }) => Number(id));
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(new Set(listener.heard.slice(1).map(({ data }) => data.n)).size).toBe(200);
    }
    expect(here.heard).toEqual(there.heard);
  });
});
