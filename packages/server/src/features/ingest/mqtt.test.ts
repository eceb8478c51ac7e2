import { describe, expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../../../test/harness.js';
import { connect, listen, mqttWith, ownHotState, type Wearable, wearable } from '../../../test/mqtt.js';
import { caller, freshMac, reading, upload } from '../../../test/people.js';
import { unavailable } from '../../platform/refusal.js';

async function countReadings({ id }: Wearable): Promise<number> {
  await readingsRecorded();
  const { platform } = await testServer();
  const rows = await platform.db
    .selectFrom('readings')
    .innerJoin('devices', 'devices.key', 'readings.deviceKey')
    .select('readings.uptimeMs')
    .where('devices.id', '=', id)
    .execute();
  return rows.length;
}

const fields = (value: object): string[] => Object.keys(value).toSorted();

describe.each([{ protocolVersion: 4 as const }, { protocolVersion: 5 as const }])(
  'MQTT with protocol version $protocolVersion',
  ({ protocolVersion }) => {
    test('stores a reading, and answers as over HTTP', async () => {
      const { app, port } = await mqttWith();
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      await client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac, { boot_id: 7 })), { qos: 1 });
      expect(await countReadings(belt)).toBe(1);
      await expect.poll(() => client.heard.length).toBe(1);
      const [answer] = client.heard;
      const overHttp = await caller(belt.credential, app).post('/device/sensor-stream', reading(belt.mac));
      expect(fields(answer)).toEqual([...fields(overHttp.body), 'boot_id', 'uptime_ms'].toSorted());
      expect(fields(answer.data)).toEqual(fields(overHttp.data));
      expect(answer).toMatchObject({ success: true, uptime_ms: 1_000, boot_id: 7 });
      expect(answer.data).toMatchObject({ deviceId: belt.id, fallLevel: 'NO_FALL', confirmation: { expiresAt: null } });
    });

    test('stores several readings in one message', async () => {
      const { port } = await mqttWith();
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      await client.publishAsync(belt.readings, JSON.stringify(upload(belt.mac, {}, { spo2: 'x' }, {})), { qos: 1 });
      await expect.poll(() => client.heard.length).toBe(1);
      const [{ data, uptime_ms, boot_id }] = client.heard;
      expect(data.results.map(({ status }: { status: string }) => status)).toEqual(['stored', 'refused', 'stored']);
      expect({ uptime_ms, boot_id }).toEqual({ uptime_ms: 1_000, boot_id: 1 });
      expect(await countReadings(belt)).toBe(2);
    });

    test('acknowledges a reading only once it is stored', async () => {
      const { platform } = await testServer();
      let isStored = false;
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const append = async (): Promise<void> => {
        await released;
        isStored = true;
      };
      const journal = { ...(platform.journal as NonNullable<typeof platform.journal>), partitions: 1, append };
      const { port } = await mqttWith({}, { journal });
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      let isAcknowledged = false;
      const published = client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), { qos: 1 }).then(() => {
        isAcknowledged = true;
        expect(isStored).toBe(true);
      });
      // Other packets are answered meanwhile.
      await client.unsubscribeAsync(belt.answers);
      await new Promise((done) => setTimeout(done, 300));
      expect(isAcknowledged).toBe(false);
      release();
      await published;
    });

    test('a reading with an invalid field is assessed and refused, with its problem', async () => {
      const { port } = await mqttWith();
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      const impact = reading(belt.mac, { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, battery_level: 101 });
      const published = client.publishAsync(belt.readings, JSON.stringify(impact), { qos: 1 });
      // 3.1.1 has no negative acknowledgement.
      if (protocolVersion === 5) await expect(published).rejects.toMatchObject({ code: 0x99 });
      else await published;
      await expect
        .poll(() => client.heard)
        .toEqual([
          expect.objectContaining({
            success: false,
            code: 'VALIDATION_FAILED',
            details: { battery_level: expect.any(String) },
            fallDetected: true,
            uptime_ms: 1_000,
          }),
        ]);
      expect(await countReadings(belt)).toBe(0);
      expect(client.connected).toBe(true);
    });

    test.each([
      ['text that is not JSON', '{', 'MALFORMED_JSON'],
      ['an empty message', '', 'VALIDATION_FAILED'],
      ['a list', '[]', 'VALIDATION_FAILED'],
      ['null', 'null', 'VALIDATION_FAILED'],
      ['a reading that is too large', JSON.stringify({ x: 'y'.repeat(20_000) }), 'TOO_LARGE'],
      ['readings that are no list', '{"readings":5}', 'VALIDATION_FAILED'],
    ])('%s is refused for good', async (_name, payload, code) => {
      const { port } = await mqttWith();
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      const published = client.publishAsync(belt.readings, payload, { qos: 1 });
      if (protocolVersion === 5) await expect(published).rejects.toMatchObject({ code: 0x99 });
      else await published;
      await expect.poll(() => client.heard).toEqual([expect.objectContaining({ success: false, code })]);
    });

    test('a device that sends too often is refused, on whatever way it sends', async () => {
      const { app, port } = await mqttWith({ limitSensor: { points: 1, windowMs: 3_600_000 } }, await ownHotState());
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      expect(await caller(belt.credential, app).post('/device/sensor-stream', reading(belt.mac))).toHaveStatus(200);
      const published = client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), { qos: 1 });
      if (protocolVersion === 5) await expect(published).rejects.toMatchObject({ code: 0x97 });
      else await published;
      await expect
        .poll(() => client.heard)
        .toEqual([expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })]);
    });

    test('what cannot be stored now is to be sent again', async () => {
      const { platform } = await testServer();
      const takeTurns = () => Promise.reject(unavailable('Try again.'));
      const { port } = await mqttWith({}, { hot: { ...platform.hot, takeTurns } });
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      let isAcknowledged = false;
      const closed = new Promise((resolve) => client.once('close', () => resolve('closed')));
      const published = client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), { qos: 1 });
      if (protocolVersion === 5) await expect(published).rejects.toMatchObject({ code: 0x83 });
      else {
        published.then(
          () => {
            isAcknowledged = true;
          },
          () => {},
        );
        expect(await closed).toBe('closed');
      }
      expect(isAcknowledged).toBe(false);
      expect(client.heard).toEqual([expect.objectContaining({ success: false, code: 'UNAVAILABLE' })]);
    });

    test('a message to the topic of another device, or about it, is refused', async () => {
      const { port } = await mqttWith();
      const [belt, other] = [await wearable(), await wearable()];
      const client = await listen(port, belt, { protocolVersion });
      const tries = [
        [other.readings, reading(other.mac)],
        [other.readings, reading(belt.mac)],
        [belt.readings, reading(other.mac)],
        [belt.readings, reading(freshMac())],
        [belt.status, { online: true }],
        ['elsewhere', reading(belt.mac)],
      ] as const;
      for (const [topic, body] of tries) {
        const published = client.publishAsync(topic, JSON.stringify(body), { qos: 1 });
        if (protocolVersion === 5) await expect(published).rejects.toMatchObject({ code: 0x87 });
        else await published;
      }
      await expect.poll(() => client.heard.map(({ code }) => code)).toEqual(tries.map(() => 'FORBIDDEN'));
      expect(await countReadings(other)).toBe(0);
    });

    test('the topics contain the MAC address in any usual form, and QoS 0 is answered too', async () => {
      const { port } = await mqttWith();
      const belt = await wearable();
      const client = await connect(port, belt, { protocolVersion, username: belt.mac.replaceAll(':', '-') });
      const form = belt.mac.replaceAll(':', '').toLowerCase();
      const granted = await client.subscribeAsync(`fallwatch/${form}/answers`, { qos: 0 });
      expect(granted[0]?.qos).toBe(0);
      await client.publishAsync(`fallwatch/${form}/readings`, JSON.stringify(reading(belt.mac)), { qos: 0 });
      await expect.poll(() => client.heard.map(({ success }) => success)).toEqual([true]);
    });

    test('without a subscription there is no answer', async () => {
      const { port } = await mqttWith();
      const belt = await wearable();
      const client = await listen(port, belt, { protocolVersion });
      await client.unsubscribeAsync(belt.answers);
      await client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), { qos: 1 });
      await client.subscribeAsync(belt.answers);
      expect(client.heard).toEqual([]);
    });
  },
);

test('MQTT 5: the answer carries the correlation data of the message', async () => {
  const { port } = await mqttWith();
  const belt = await wearable();
  const client = await listen(port, belt, { protocolVersion: 5 });
  const correlations: unknown[] = [];
  client.on('message', (_topic, _payload, { properties }) =>
    correlations.push(properties?.correlationData?.toString()),
  );
  for (const name of ['one', 'two'])
    await client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), {
      qos: 1,
      properties: { correlationData: Buffer.from(name) },
    });
  await expect.poll(() => correlations).toEqual(['one', 'two']);
});

test('metrics count the messages by outcome', async () => {
  const { platform } = await testServer();
  const { port } = await mqttWith();
  const belt = await wearable();
  const client = await connect(port, belt);
  const read = async (outcome: string): Promise<number> => {
    const text = await platform.metrics.registry.getSingleMetricAsString('fallwatch_mqtt_messages_total');
    return Number(new RegExp(`outcome="${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const before = [await read('stored'), await read('refused')] as const;
  for (const body of [reading(belt.mac), reading(belt.mac), {}])
    await client.publishAsync(belt.readings, JSON.stringify(body), { qos: 1 });
  expect([await read('stored'), await read('refused')]).toEqual([before[0] + 2, before[1] + 1]);
});
