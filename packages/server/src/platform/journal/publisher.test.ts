import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { newId } from '../ids.js';
import { createPublisher, NoStream, type Publisher } from './publisher.js';

const timeoutMs = 300;
const record = Buffer.from('record');

/** Subscribers that answer as a stream would, or not at all. */
describe.runIf(profile === 'cluster')('records are acknowledged', () => {
  const subject = `test_${newId()}`;
  let connection: NatsConnection;
  let publisher: Publisher;

  beforeAll(async () => {
    connection = await connect({ servers: new URL(servers.nats).host });
    publisher = createPublisher(connection, timeoutMs);
    const answer = (name: string, text: string | undefined, delayMs = 0): unknown =>
      connection.subscribe(`${subject}.${name}`, {
        callback: (_, message) => {
          if (text !== undefined) setTimeout(() => message.respond(text), delayMs);
        },
      });
    answer('stored', '{"stream":"a","seq":1}');
    answer('full', '{"error":{"code":503,"description":"maximum bytes exceeded"},"stream":"","seq":0}');
    answer('silent', undefined);
    answer('late', '{"stream":"a","seq":1}', 2 * timeoutMs);
    await connection.flush();
  });
  afterAll(() => connection.close());

  test('each with its own answer', async () => {
    const results = await Promise.allSettled(
      ['stored', 'full', 'nobody', 'stored'].map((name) => publisher.publish(`${subject}.${name}`, record)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { message: 'maximum bytes exceeded' } });
    expect(results[2]).toMatchObject({ reason: expect.any(NoStream) });
  });

  test('a record without an answer in time is refused, and a later answer changes nothing', async () => {
    const startedAtMs = performance.now();
    const early = publisher.publish(`${subject}.silent`, record);
    await new Promise((resolve) => setTimeout(resolve, timeoutMs / 2));
    const late = publisher.publish(`${subject}.late`, record);
    await expect(early).rejects.toMatchObject({ status: 503 });
    await expect(late).rejects.toMatchObject({ status: 503 });
    expect(performance.now() - startedAtMs).toBeGreaterThan(1.4 * timeoutMs);
    await publisher.publish(`${subject}.stored`, record);
  });

  test('an answer that arrived while this process was held up is in time', async () => {
    // The server itself answers: a subscriber of this process would be held up too.
    const stored = publisher.publish('$JS.API.INFO', Buffer.alloc(0));
    // The record has been sent, and the answer has not been read yet.
    await new Promise(setImmediate);
    const untilMs = performance.now() + 2 * timeoutMs;
    while (performance.now() < untilMs);
    await stored;
  });
});
