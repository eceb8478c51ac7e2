import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { device, patient } from '../../../test/people.js';
import { writeDevices } from '../../../test/watched.js';
import { createContext, system } from '../../platform/context.js';
import { toHotKey } from './device-update.service.js';
import { getLatest } from './latest-devices.service.js';
import { toPace } from './pace.rules.js';

/** A device has just sent a reading, and its row is `behindMs` old. */
async function readLastSeenAge(behindMs: number): Promise<number> {
  const { platform } = await testServer();
  const { id, mac } = await device(await patient());
  await writeDevices();
  const config = { ...platform.config, limitSensor: { points: 1, windowMs: 1_000 } };
  const ctx = createContext({ ...platform, config }, system);
  const request = { key: toHotKey(mac), agoMs: 0, heldUpMs: 0, takesTurn: true };
  await ctx.hot.takeTurns([request], toPace(config));
  const old = new Date(platform.clock.nowMs() - behindMs).toISOString();
  await sql`update devices set last_seen = ${old} where id = ${id}`.execute(ctx.db);
  const { lastSeen } = await getLatest(ctx, id);
  return platform.clock.nowMs() - Date.parse(lastSeen ?? '');
}

test('the last reading that another process received counts, though the table does not have it yet', async () => {
  expect(await readLastSeenAge(9_000)).toBeLessThan(8_000);
});

test('an upload of old readings does not change when the device was last seen', async () => {
  expect(await readLastSeenAge(3_600_000)).toBeGreaterThanOrEqual(3_600_000);
});
