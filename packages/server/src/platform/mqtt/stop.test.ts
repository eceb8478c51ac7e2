import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { mqttWith, openSession, openSocket, publishPacket, type Version, wearable } from '../../../test/mqtt.js';
import { reading } from '../../../test/people.js';

const versions = [{ version: 4 as Version }, { version: 5 as Version }];

/** 3.1.1 has no DISCONNECT from the server: the connection is closed. */
const goodbye = (version: Version): object[] =>
  version === 5 ? [expect.objectContaining({ cmd: 'disconnect', reasonCode: 0x8b })] : [];

describe.each(versions)('a connection with protocol version $version', ({ version }) => {
  test('when the process stops: finishes its messages, says so, and ends', async () => {
    const { platform } = await testServer();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const journal = {
      ...(platform.journal as NonNullable<typeof platform.journal>),
      partitions: 1,
      append: () => released,
    };
    const { port, mqtt } = await mqttWith({}, { journal });
    const belt = await wearable();
    const [idle, busy] = [await openSession(port, await wearable(), version), await openSession(port, belt, version)];
    busy.send(publishPacket(belt, reading(belt.mac), 7));
    // Both packets have arrived once the answer to this one is there.
    busy.send({ cmd: 'pingreq' });
    await expect.poll(() => busy.received.length).toBe(1);
    const stopped = mqtt.close(10_000);
    await idle.closed;
    expect(idle.received).toEqual(goodbye(version));
    await expect(openSocket(port, version)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(busy.received.length).toBe(1);
    release();
    await Promise.all([busy.closed, stopped]);
    expect(busy.received.slice(1)).toEqual([
      expect.objectContaining({ cmd: 'puback', messageId: 7 }),
      ...goodbye(version),
    ]);
  });

  test('when the process stops: finishes a message that it has not read yet', async () => {
    const { port, mqtt } = await mqttWith();
    const belt = await wearable();
    const busy = await openSession(port, belt, version);
    busy.send(publishPacket(belt, reading(belt.mac), 7));
    await Promise.all([busy.closed, mqtt.close(10_000)]);
    expect(busy.received).toEqual([expect.objectContaining({ cmd: 'puback', messageId: 7 }), ...goodbye(version)]);
  });

  test('before the process stops: ends with the answer to its next message, or stays open', async () => {
    const { port, mqtt } = await mqttWith();
    const belt = await wearable();
    const [idle, busy] = [await openSession(port, await wearable(), version), await openSession(port, belt, version)];
    const drained = mqtt.drain(500);
    await expect.poll(() => openSocket(port, version).catch(({ code }) => code)).toBe('ECONNREFUSED');
    busy.send(publishPacket(belt, reading(belt.mac), 7));
    await busy.closed;
    expect(busy.received).toEqual([expect.objectContaining({ cmd: 'puback', messageId: 7 }), ...goodbye(version)]);
    await drained;
    idle.send({ cmd: 'pingreq' });
    await expect.poll(() => idle.received.map(({ cmd }) => cmd)).toEqual(['pingresp']);
  });
});
