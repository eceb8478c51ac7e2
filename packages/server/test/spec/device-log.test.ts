import { expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { testServer } from '../harness.js';
import { device, freshMac, patient, root } from '../people.js';
import { listMessages, stream } from './calls.js';
import { hourMs, id, minuteMs, stoppedApp, text, time } from './shapes.js';

/** The device log. */

test('has an entry of every kind', async () => {
  const { clock, as } = await stoppedApp();
  const [ann, bob, boss, mac] = [await as(await patient()), await patient(), await root(), freshMac()];
  const send = (changes: object) => {
    clock.ms += 1_000;
    return stream(ann, mac, changes);
  };
  const { deviceId } = (await send({ uptime_ms: 10_000, battery_level: 21 })).data;
  await send({ uptime_ms: 11_000, battery_level: 20 });
  await send({ uptime_ms: 12_000, battery_level: 19 });
  await send({ uptime_ms: 13_000, battery_level: 5, sensors_initialized: false });
  await send({ uptime_ms: 14_000, battery_level: 4, sensors_initialized: false });
  await send({ uptime_ms: 500 });
  await send({ uptime_ms: 1_500, accel_x: 50, gyro_x: 400 });
  clock.ms += 31 * minuteMs;
  await send({ uptime_ms: 9_000_000 });
  await stream(bob, mac);
  await boss.post(`/admin/devices/${deviceId}/disable`);
  await send({});
  await boss.post(`/admin/devices/${deviceId}/enable`);
  const log = await ann.get(`/device/${deviceId}/logs?limit=100`);
  expect(log.data).toContainEqual({ id, deviceId, type: 'INFO', message: text, timestamp: time });
  const kinds = log.data.map(({ type, message }: { type: string; message: string }) => `${type} ${message}`);
  for (const kind of [
    /^INFO registered/i,
    /^WARNING battery at 20 %/i,
    /^ERROR battery at 5 %/i,
    /^ERROR sensors are not initialised/i,
    /^INFO restarted/i,
    /^WARNING fall assessed POTENTIAL/i,
    /^INFO back online/i,
    /^WARNING .*another account/i,
    /^WARNING disabled/i,
    /^WARNING .*refused.*disabled/i,
    /^INFO enabled/i,
  ])
    expect(kinds.filter((line: string) => kind.test(line))).toHaveLength(1);
  expect(kinds).toHaveLength(11);
});

test('is filtered by type, newest first, in pages of 20', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  const { id: deviceId } = await device(ann);
  const types = ['INFO', 'WARNING', 'ERROR'] as const;
  const startMs = Date.now();
  await platform.db
    .insertInto('deviceLog')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        id: newId(),
        deviceId,
        type: types[n % 3] as 'INFO',
        message: `entry ${n}`,
        timestamp: new Date(startMs - n * 1_000 - 60_000).toISOString(),
      })),
    )
    .execute();
  for (const [logType, type, total] of [
    ['info', 'INFO', 21],
    ['warning', 'WARNING', 20],
    ['error', 'ERROR', 20],
  ] as const) {
    const { body } = await ann.get(`/device/${deviceId}/logs?logType=${logType}`);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total, totalPages: Math.ceil(total / 20) });
    expect(new Set(body.data.map((entry: { type: string }) => entry.type))).toEqual(new Set([type]));
  }
  const { data } = await ann.get(`/device/${deviceId}/logs?limit=100`);
  const times = data.map((entry: { timestamp: string }) => entry.timestamp);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('keeps the newest 1,000 entries', async () => {
  const { platform } = await testServer();
  const [ann, boss] = [await patient(), await root()];
  const { id: deviceId } = await device(ann);
  const oldestMs = Date.now() - 2 * hourMs;
  for (let piece = 0; piece < 3; piece++)
    await platform.db
      .insertInto('deviceLog')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          id: newId(),
          deviceId,
          type: 'INFO' as const,
          message: `old ${piece * 500 + n}`,
          timestamp: new Date(oldestMs + (piece * 500 + n) * 1_000).toISOString(),
        })),
      )
      .execute();
  await boss.post(`/admin/devices/${deviceId}/disable`);
  const last = await ann.get(`/device/${deviceId}/logs?limit=100&page=10`);
  expect(last.body.pagination).toMatchObject({ total: 1_000, totalPages: 10 });
  expect(listMessages(last).at(-1)).toBe('old 502');
  expect(listMessages(await ann.get(`/device/${deviceId}/logs`))[0]).toMatch(/disabled/i);
});
