import { once } from 'node:events';
import { generate, type IConnackPacket, type Packet } from 'mqtt-packet';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import {
  connect,
  connectPacket,
  mqttWith,
  openSession,
  openSocket,
  publishPacket,
  type Version,
  wearable,
} from '../../../test/mqtt.js';
import { reading } from '../../../test/people.js';

const versions = [{ version: 4 as Version }, { version: 5 as Version }];

/** 3.1.1 has no DISCONNECT from the server: the connection is closed. */
const goodbye = (version: Version, reasonCode: number): object[] =>
  version === 5 ? [expect.objectContaining({ cmd: 'disconnect', reasonCode })] : [];

describe.each(versions)('a connection with protocol version $version', ({ version }) => {
  test('ends if its first packet is no CONNECT', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received, closed } = await openSocket(port, version);
    send(publishPacket(belt, reading(belt.mac), 1));
    await closed;
    expect(received).toEqual([]);
  });

  test('ends at a second CONNECT', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received, closed } = await openSession(port, belt, version);
    send(connectPacket(belt, version));
    await closed;
    expect(received).toEqual(goodbye(version, 0x82));
  });

  test('answers what is sent together with the CONNECT, in order', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received } = await openSocket(port, version);
    send(connectPacket(belt, version), publishPacket(belt, reading(belt.mac), 1), { cmd: 'pingreq' });
    await expect.poll(() => received.map(({ cmd }) => cmd).toSorted()).toEqual(['connack', 'pingresp', 'puback']);
    expect(received[0]?.cmd).toBe('connack');
  });

  test.each([
    ['random bytes', Buffer.from('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n')],
    ['a reserved packet type', Buffer.from([0x00, 0x00])],
    ['a length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01])],
  ])('ends at %s instead of a CONNECT', async (_name, bytes) => {
    const { port } = await mqttWith();
    const { write, received, closed } = await openSocket(port, version);
    write(bytes);
    await closed;
    expect(received).toEqual([]);
  });

  test('ends at a malformed packet', async () => {
    const { port } = await mqttWith();
    const { write, received, closed } = await openSession(port, await wearable(), version);
    // SUBSCRIBE with flags that must be 0010.
    write(Buffer.from([0x80, 0x02, 0x00, 0x01]));
    await closed;
    expect(received).toEqual(goodbye(version, 0x81));
  });

  test('ends at a packet that is too large, before it has arrived', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { socket, write, received, closed } = await openSession(port, belt, version);
    // It says 2 MiB.
    write(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x01]));
    let sentBytes = 0;
    while (!socket.destroyed && socket.writable && sentBytes < 1_900_000) {
      sentBytes += 32_768;
      if (!socket.write(Buffer.alloc(32_768))) await Promise.race([once(socket, 'drain'), closed]);
    }
    await closed;
    expect(received).toEqual(goodbye(version, 0x95));
  });

  test('before CONNECT, a packet may have 8 kB', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received, closed } = await openSocket(port, version);
    send(connectPacket(belt, version, { clientId: 'x'.repeat(9_000) }));
    await closed;
    expect(received).toEqual([]);
  });

  test('QoS 2 ends it', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received, closed } = await openSession(port, belt, version);
    send(publishPacket(belt, reading(belt.mac), 1, 2));
    await closed;
    expect(received).toEqual(goodbye(version, 0x9b));
  });

  test('ends after one and a half times its keep-alive time without a packet; PINGREQ keeps it', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received, closed } = await openSocket(port, version);
    const startedAtMs = performance.now();
    send(connectPacket(belt, version, { keepalive: 1 }));
    const timer = setTimeout(() => send({ cmd: 'pingreq' }), 1_000);
    await closed;
    clearTimeout(timer);
    const tookMs = performance.now() - startedAtMs;
    expect(tookMs).toBeGreaterThan(2_400);
    expect(tookMs).toBeLessThan(12_000);
    expect(received.slice(1)).toEqual([expect.objectContaining({ cmd: 'pingresp' }), ...goodbye(version, 0x8d)]);
  });

  test('a client that connects again ends its old connection', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const first = await openSession(port, belt, version);
    const other = await connect(port, belt, { clientId: 'another' });
    const second = await openSession(port, belt, version);
    await first.closed;
    expect(first.received).toEqual(goodbye(version, 0x8e));
    second.send({ cmd: 'pingreq' });
    await expect.poll(() => second.received.length).toBe(1);
    expect(other.connected).toBe(true);
  });

  test('subscribes to its own answers only', async () => {
    const { port } = await mqttWith();
    const [belt, other] = [await wearable(), await wearable()];
    const { send, received } = await openSession(port, belt, version);
    const topics = [belt.answers, other.answers, '#', `fallwatch/${belt.mac}/#`, `fallwatch/+/answers`, belt.readings];
    const subscriptions = topics.map((topic) => ({ topic, qos: 2 as const, nl: false, rap: false, rh: 0 }));
    send({ cmd: 'subscribe', messageId: 5, subscriptions });
    await expect.poll(() => received.length).toBe(1);
    const refused = version === 5 ? 0x87 : 0x80;
    expect(received[0]).toMatchObject({ cmd: 'suback', messageId: 5, granted: [1, ...Array(5).fill(refused)] });
  });
});

describe('CONNECT', () => {
  test.each([
    ['3.1', 4, { protocolId: 'MQIsdp', protocolVersion: 3 }, { returnCode: 1 }],
    ['a will with QoS 2', 4, { will: { topic: 'x', payload: 'x', qos: 2 } }, { returnCode: 5 }],
    ['a will with QoS 2 in 5', 5, { will: { topic: 'x', payload: 'x', qos: 2 } }, { reasonCode: 0x9b }],
    ['a retained will in 5', 5, { will: { topic: 'x', payload: 'x', qos: 0, retain: true } }, { reasonCode: 0x9a }],
    ['another authentication', 5, { properties: { authenticationMethod: 'x' } }, { reasonCode: 0x8c }],
  ] as const)('is refused: %s', async (_name, version, changes, expected) => {
    const { port } = await mqttWith();
    const { send, received, closed } = await openSocket(port, version);
    send(connectPacket(await wearable(), version, changes as object));
    await closed;
    expect(received).toEqual([expect.objectContaining({ cmd: 'connack', ...expected })]);
  });

  test('3.1.1: is refused without a client id for a session that is to be kept', async () => {
    const { port } = await mqttWith();
    const { write, received, closed } = await openSocket(port, 4);
    const bytes = generate(connectPacket(await wearable(), 4, { clientId: '' }));
    // The library writes no such packet: the flag “clean session” is the second bit of this byte.
    bytes[9] = (bytes[9] as number) & ~0x02;
    write(bytes);
    await closed;
    expect(received).toEqual([expect.objectContaining({ cmd: 'connack', returnCode: 2 })]);
  });

  test('MQTT 5: the limits and an id are in the CONNACK', async () => {
    const { port } = await mqttWith();
    const { send, received } = await openSocket(port, 5);
    send(connectPacket(await wearable(), 5, { clientId: '', properties: { sessionExpiryInterval: 3_600 } }));
    await expect.poll(() => received.length).toBe(1);
    const { sessionPresent, properties } = received[0] as IConnackPacket;
    expect(sessionPresent).toBe(false);
    expect(properties).toMatchObject({
      sessionExpiryInterval: 0,
      assignedClientIdentifier: expect.stringMatching(/./),
      receiveMaximum: 16,
      maximumQoS: 1,
      maximumPacketSize: 1024 * 1024 + 4 * 1024,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
    });
  });
});

describe('MQTT 5', () => {
  const messages: [string, number, (belt: Awaited<ReturnType<typeof wearable>>) => Packet][] = [
    ['a retained message', 0x9a, (belt) => ({ ...publishPacket(belt, {}, 1), retain: true }) as Packet],
    ['a topic alias', 0x94, (belt) => ({ ...publishPacket(belt, {}, 1), properties: { topicAlias: 1 } }) as Packet],
  ];
  test.each(messages)('%s ends the connection', async (_name, reason, create) => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received, closed } = await openSession(port, belt, 5);
    send(create(belt));
    await closed;
    expect(received).toEqual(goodbye(5, reason));
  });

  test('more messages than the receive maximum end the connection', async () => {
    const { platform } = await testServer();
    const takeTurns = () => new Promise<never>(() => {});
    const { port } = await mqttWith({}, { hot: { ...platform.hot, takeTurns } });
    const belt = await wearable();
    const { send, received, closed } = await openSession(port, belt, 5);
    send(...Array.from({ length: 17 }, (_, index) => publishPacket(belt, reading(belt.mac), index + 1)));
    await closed;
    expect(received).toEqual(goodbye(5, 0x93));
  });

  test('an answer larger than the client can receive is not sent', async () => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const { send, received } = await openSocket(port, 5);
    send(connectPacket(belt, 5, { properties: { maximumPacketSize: 200 } }));
    send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: belt.answers, qos: 1 }] });
    send(publishPacket(belt, reading(belt.mac), 2));
    await expect.poll(() => received.map(({ cmd }) => cmd)).toEqual(['connack', 'suback', 'puback']);
    send({ cmd: 'pingreq' });
    await expect.poll(() => received.at(-1)?.cmd).toBe('pingresp');
    expect(received.length).toBe(4);
  });
});

test('3.1.1: a client that sends faster than it is served waits, and everything is acknowledged', async () => {
  const { port } = await mqttWith();
  const belt = await wearable();
  const { socket, received } = await openSession(port, belt, 4);
  const bytes = Array.from({ length: 400 }, (_, index) =>
    generate(publishPacket(belt, reading(belt.mac, { uptime_ms: 1_000 + index }), index + 1)),
  );
  socket.write(Buffer.concat(bytes));
  await expect.poll(() => received.length).toBe(400);
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(400);
});
