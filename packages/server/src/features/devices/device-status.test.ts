import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshMac, patient } from '../../../test/people.js';
import { rolledBack } from '../../../test/rollback.js';
import type { Db } from '../../platform/db/database.js';
import { newId } from '../../platform/ids.js';
import { deviceStatuses, toStatus } from './devices.rules.js';
import { listDevices } from './devices.store.js';

const nowMs = Date.parse('2026-01-15T12:00:00.000Z');
const limits = { deviceInactiveAfterMs: 1_800_000, deviceOfflineAfterMs: 86_400_000 };
const toTime = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();
/** Around each limit to the millisecond, and far from both. */
const agoMs = fc.oneof(
  ...[0, 1_800_003, 10_800_000, ...Object.values(limits)].map((limitMs) =>
    fc.integer({ min: limitMs - 2, max: limitMs + 2 }),
  ),
  fc.integer({ min: 0, max: 3 * limits.deviceOfflineAfterMs }),
);
const deviceTimes = fc.record({
  lastSeen: fc.option(agoMs.map(toTime)),
  /** Three intervals are between the two limits, or below both. */
  intervalMs: fc.option(fc.constantFrom(1_000, 600_000, 600_001, 3_600_000)),
  disabledAt: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: agoMs.map(toTime) }),
});

/** As many as fit on a page. */
function generateDevices(userId: string, name: string) {
  const [createdAt, updatedAt] = [toTime(0), toTime(0)];
  return fc.sample(deviceTimes, 100).map((times) => {
    return { id: newId(), userId, macAddress: freshMac(), name, createdAt, updatedAt, ...times };
  });
}

/** Device → the statuses by which it is found. */
async function findByStatus(db: Db, name: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const [inactiveSince, offlineSince] = [toTime(limits.deviceInactiveAfterMs), toTime(limits.deviceOfflineAfterMs)];
  for (const status of deviceStatuses) {
    const filter = { status, search: name, now: toTime(0), inactiveSince, offlineSince };
    const order = { field: 'lastSeen', direction: 'asc' } as const;
    const { rows } = await listDevices(db, filter, order, { page: 1, limit: 100 });
    for (const { id } of rows) found.set(id, `${found.get(id) ?? ''}${status}`);
  }
  return found;
}

test('the filter in SQL and toStatus give every device the same status', async () => {
  const { id: userId } = await patient();
  await rolledBack(async (db) => {
    const seen = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const name = `Device ${newId()}`;
      const devices = generateDevices(userId, name);
      await db.insertInto('devices').values(devices).execute();
      const computed = new Map(devices.map((device) => [device.id, toStatus(device, nowMs, limits)]));
      for (const status of computed.values()) seen.add(status);
      expect(await findByStatus(db, name)).toEqual(computed);
    }
    expect(seen.size).toBe(deviceStatuses.length);
  });
});
