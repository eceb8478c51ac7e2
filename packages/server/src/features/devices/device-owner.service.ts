/** What the owner of a device can change about it. Who may do so with whose device: features/ownership. */
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { endCredentials } from './credentials.service.js';
import * as store from './device-owner.store.js';
import type { Device } from './devices.schema.js';
import { toDevice } from './devices.service.js';
import type { DeviceRow } from './devices.store.js';
import { getDevice } from './devices.store.js';

export function renameDevice(ctx: Context, id: string, name: string): Promise<Device> {
  return inTransaction(ctx, async (ctx) => {
    const device = await store.updateName(ctx.db, id, name.trim(), ctx.now());
    await recordAudit(ctx, 'device.rename', device.userId);
    ctx.events.publish({ type: 'device.changed', macAddress: device.macAddress });
    return toDevice(ctx, ctx.state.deviceCache.latest(device));
  });
}

/**
 * Ends the device of this person: its credentials end and its MAC address is free. Its readings and vitals stay with the
 * person, and so do the falls.
 */
export async function removeFromOwner(ctx: Context, id: string): Promise<DeviceRow> {
  const device = await getDevice(ctx.db, id);
  await endCredentials(ctx, id);
  await store.releaseDevice(ctx.db, id, ctx.now());
  await recordAudit(ctx, 'device.release', device.userId);
  ctx.events.publish({ type: 'device.changed', macAddress: device.macAddress });
  return device;
}

/** Locked until the commit. */
export function findDeviceByMac(ctx: Context, macAddress: string): Promise<DeviceRow | undefined> {
  return store.findDeviceByMacLocked(ctx.db, macAddress);
}
