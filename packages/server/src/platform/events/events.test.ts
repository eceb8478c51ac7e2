import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import type { Event, Events } from './events.js';
import { createMemoryEvents } from './memory.js';
import { createNatsEvents } from './nats.js';

const silent = pino({ level: 'silent' });
const drivers: [string, () => Events][] = [['in process', () => createMemoryEvents(silent)]];
const subject = `test.${randomUUID()}`;
if (profile === 'cluster') drivers.push(['NATS', () => createNatsEvents(servers.nats, subject, silent)]);

const ended = (sessionId: string): Event => ({ type: 'session.ended', sessionId });

describe.each(drivers)('events, %s', (_, create) => {
  const events = create();
  afterAll(() => events.close());

  test('reach every listener of this process at once, until it unsubscribes', () => {
    const heard: Event[] = [];
    const leave = events.subscribe((event) => heard.push(event));
    events.publish(ended('one'));
    leave();
    events.publish(ended('two'));
    expect(heard).toEqual([ended('one')]);
  });

  test('a listener that throws does not affect the others', () => {
    const heard: Event[] = [];
    events.subscribe(() => {
      throw new Error('bad listener');
    });
    events.subscribe((event) => heard.push(event));
    events.publish(ended('one'));
    expect(heard).toEqual([ended('one')]);
  });
});

describe.runIf(profile === 'cluster')('events between two processes', () => {
  test('arrive once', async () => {
    const [here, there] = [
      createNatsEvents(servers.nats, subject, silent),
      createNatsEvents(servers.nats, subject, silent),
    ];
    await expect
      .poll(() =>
        Promise.all([here.ping(), there.ping()]).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('up');
    const heard: Record<string, Event[]> = { here: [], there: [] };
    here.subscribe((event) => heard.here?.push(event));
    there.subscribe((event) => heard.there?.push(event));
    here.publish(ended('one'));
    await expect.poll(() => heard.there).toEqual([ended('one')]);
    expect(heard.here).toEqual([ended('one')]);
    await Promise.all([here.close(), there.close()]);
  });
});
