import { expect, test } from 'vitest';
import { othersKnow, testServer } from '../../../test/harness.js';
import { callAsRoot, freshMac, type Person, patient, reading } from '../../../test/people.js';
import { at } from '../../../test/vitals.js';

const minuteMs = 60_000;
const intervalMs = 30 * minuteMs;

async function send(person: Person, mac: string, changes: object): Promise<void> {
  expect(await person.post('/device/sensor-stream', reading(mac, changes))).toHaveStatus(200);
  await othersKnow();
}

test('a device that sends every half hour is ACTIVE for an hour and a half, and its list entry is the same', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  await send(ann, mac, { interval_ms: intervalMs });
  const { clock } = await testServer();
  const sentMs = clock.nowMs();
  const readStatus = async (minutes: number) =>
    at(sentMs + minutes * minuteMs, async () => {
      const { data } = await ann.get(`/device/${mac}/status`);
      const list = await callAsRoot((root) => root.get(`/admin/devices?search=${mac}`));
      expect(list.data[0].status).toBe(data.status);
      const found = await callAsRoot((root) => root.get(`/admin/devices?search=${mac}&status=${data.status}`));
      expect(found.data).toHaveLength(1);
      expect(data.intervalMs).toBe(intervalMs);
      return data.status;
    });
  expect(await readStatus(89)).toBe('ACTIVE');
  expect(await readStatus(91)).toBe('INACTIVE');
});

test('a device that sends every second is INACTIVE after the configured time', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  await send(ann, mac, { interval_ms: 1_000 });
  const { clock } = await testServer();
  const status = () => at(clock.nowMs() + 31 * minuteMs, () => ann.get(`/device/${mac}/status`));
  expect((await status()).data.status).toBe('INACTIVE');
});

test.each([
  ['below a second', 999],
  ['above an hour', 3_600_001],
  ['with a fraction', 1_500.5],
])('an interval %s is refused', async (_, interval_ms) => {
  const answer = await (await patient()).post('/device/sensor-stream', reading(freshMac(), { interval_ms }));
  expect(answer).toHaveStatus(400);
  expect(Object.keys(answer.body.details)).toEqual(['interval_ms']);
});
