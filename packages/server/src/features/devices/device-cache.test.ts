import { expect, test } from 'vitest';
import { TestClock, testServer } from '../../../test/harness.js';
import { device, patient } from '../../../test/people.js';
import { createDeviceCache } from './device-cache.js';
import { applyReading, type CachedDevice } from './device-update.service.js';

const still = { accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 };

/** A cache of its own with a registered device, and a function that receives a reading of it `afterMs` later. */
async function openCache() {
  const { platform } = await testServer();
  const clock = new TestClock();
  const cache = createDeviceCache({ ...platform, clock });
  const { mac } = await device(await patient());
  const cached = (await cache.find(mac)) as CachedDevice;
  let uptimeMs = 0;
  async function receive(afterMs: number, values: object = {}, isUrgent = false): Promise<boolean> {
    clock.offsetMs += afterMs;
    uptimeMs += afterMs;
    const at = new Date(clock.nowMs()).toISOString();
    const changes = applyReading(cached, { ...still, uptime_ms: uptimeMs, ...values }, at);
    cache.note(cached, changes || isUrgent);
    await cache.write('due');
    return cached.writtenLastSeen === at;
  }
  return { cache, cached, receive };
}

test('the table gets the first reading at once, and then every tenth second', async () => {
  const { receive } = await openCache();
  expect(await receive(20_000, { battery_level: 80 })).toBe(true);
  const written: boolean[] = [];
  for (let second = 1; second <= 22; second += 1) written.push(await receive(1_000, { battery_level: 80 - second }));
  expect(written.flatMap((isWritten, index) => (isWritten ? [index + 1] : []))).toEqual([11, 22]);
});

test('what others should see is written at once: a changed state, a fall, the end of a pause', async () => {
  const { receive } = await openCache();
  await receive(20_000, { sensors_initialized: true, heart_rate: 70 });
  expect(await receive(1_000, { sensors_initialized: true, heart_rate: 90 })).toBe(false);
  expect(await receive(1_000, { sensors_initialized: false })).toBe(true);
  expect(await receive(1_000, { sensors_initialized: false })).toBe(false);
  expect(await receive(1_000, {}, true)).toBe(true);
  expect(await receive(1_000)).toBe(false);
  expect(await receive(10_500)).toBe(true);
});

test('an urgent change that arrives while others are written is due too', async () => {
  const { cache, cached, receive } = await openCache();
  await receive(20_000);
  cache.note(cached, true);
  const writing = cache.write('due');
  // The query has been sent, and cannot be answered before the next turn of the event loop.
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
  applyReading(
    cached,
    { ...still, uptime_ms: 21_000 },
    new Date(Date.parse(cached.lastSeen ?? '') + 1_000).toISOString(),
  );
  cache.note(cached, true);
  await writing;
  expect(cached.writtenLastSeen).not.toBe(cached.lastSeen);
  await cache.write('due');
  expect(cached.writtenLastSeen).toBe(cached.lastSeen);
});

test('a process that stops writes everything', async () => {
  const { cache, cached, receive } = await openCache();
  await receive(20_000);
  expect(await receive(1_000)).toBe(false);
  await cache.write('all');
  expect(cached.writtenLastSeen).toBe(cached.lastSeen);
});
