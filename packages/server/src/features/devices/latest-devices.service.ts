/** Rows of devices with what the table does not have yet: it is up to ten seconds behind the readings. */
import type { Context } from '../../platform/context.js';
import { toHotKey } from './device-update.service.js';
import * as store from './devices.store.js';
import { toPace } from './pace.rules.js';

export async function getLatest(ctx: Context, id: string): Promise<store.DeviceRow> {
  const [device] = await withUnwritten(ctx, [await store.getDevice(ctx.db, id)]);
  return device as store.DeviceRow;
}

export async function listLatest(ctx: Context, userIds: readonly string[]): Promise<store.DeviceRow[]> {
  return withUnwritten(ctx, await store.listDevicesOfUsers(ctx.db, userIds));
}

/**
 * A turn that was taken later than `lastSeen` by less is the same reading. By more, it was not a new reading: a device
 * that was offline has uploaded old ones.
 */
const difference = { leastMs: 1_000, mostMs: 15_000 };

/** The values that this process has received, and the time of the last reading that any process has received. */
async function withUnwritten(ctx: Context, rows: readonly store.DeviceRow[]): Promise<store.DeviceRow[]> {
  const devices = rows.map(ctx.state.deviceCache.latest);
  const pace = toPace(ctx.config);
  const heard = devices.filter(({ lastSeen }) => lastSeen !== null);
  if (pace === null || heard.length === 0) return devices;
  const ages = await ctx.hot.readLastTurns(
    heard.map(({ macAddress }) => toHotKey(macAddress)),
    pace,
  );
  const nowMs = ctx.clock.nowMs();
  const lastSeen = new Map<store.DeviceRow, string>();
  for (const [index, device] of heard.entries()) {
    const turnAtMs = nowMs - (ages[index] ?? Number.NaN);
    const laterMs = turnAtMs - Date.parse(device.lastSeen as string);
    if (laterMs >= difference.leastMs && laterMs < difference.mostMs)
      lastSeen.set(device, new Date(turnAtMs).toISOString());
  }
  return devices.map((device) => ({ ...device, lastSeen: lastSeen.get(device) ?? device.lastSeen }));
}
