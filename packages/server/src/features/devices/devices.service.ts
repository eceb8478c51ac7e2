import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import type { DeviceLogType } from '../../platform/db/tables.js';
import { type Paged, sortOf } from '../../platform/http/pagination.js';
import { forbidden } from '../../platform/refusal.js';
import { deviceNameOf, statusOf } from './devices.rules.js';
import type { Device, DeviceLogEntry, DeviceLogQuery, DeviceStatusView } from './devices.schema.js';
import * as store from './devices.store.js';

export type { DeviceNews, DeviceRow } from './devices.store.js';

/** The device of this MAC address; an unknown one is registered for the caller (spec section 4.2). */
export async function findOrRegisterDevice(ctx: Context, macAddress: string): Promise<store.DeviceRow> {
  const known = await store.findDeviceByMac(ctx.db, macAddress);
  return known ?? registerDevice(ctx, macAddress);
}

function registerDevice(ctx: Context, macAddress: string): Promise<store.DeviceRow> {
  return inTransaction(ctx, async (ctx) => {
    const userId = actorId(ctx);
    const { devicesPerUser } = ctx.config;
    if ((await store.countDevicesLocked(ctx.db, userId)) >= devicesPerUser)
      throw forbidden(`Device limit reached (${devicesPerUser})`);
    const now = ctx.now();
    const device = {
      id: ctx.newId(),
      userId,
      macAddress,
      name: deviceNameOf(macAddress),
      createdAt: now,
      updatedAt: now,
    };
    const registered = await store.insertDevice(ctx.db, device);
    if (!registered) return findOrRegisterDevice(ctx, macAddress);
    await logForDevice(ctx, registered.id, 'INFO', 'Registered');
    return registered;
  });
}

/** Refuses what must not be stored: another person's device, or one that an admin has switched off. */
export async function refuseForeignOrDisabled(ctx: Context, device: store.DeviceRow): Promise<void> {
  if (device.userId !== ctx.actor.id) {
    await logForDevice(ctx, device.id, 'WARNING', 'Data from another account was refused');
    throw forbidden('This device belongs to another account');
  }
  if (device.disabledAt !== null) {
    await logForDevice(ctx, device.id, 'WARNING', 'Data was refused: the device is disabled and not monitored');
    throw forbidden('This device was disabled by an admin: its wearer is not monitored');
  }
}

/** The devices of these MAC addresses that are known. */
export async function devicesByMac(ctx: Context, macs: readonly string[]): Promise<Map<string, store.DeviceRow>> {
  return new Map((await store.listDevicesByMac(ctx.db, macs)).map((device) => [device.macAddress, device]));
}

/** What the latest readings said, for any number of devices at once. */
export function noteNews(ctx: Context, devices: readonly store.DeviceRow[]): Promise<void> {
  return store.updateDevices(ctx.db, devices);
}

export function logForDevice(ctx: Context, deviceId: string, type: DeviceLogType, message: string): Promise<void> {
  const entry = { id: ctx.newId(), deviceId, type, message, timestamp: ctx.now() };
  return store.insertLogEntry(ctx.db, entry, ctx.config.deviceLogSize);
}

export async function readDevice(ctx: Context, id: string): Promise<Device> {
  return deviceOf(ctx, await store.getDevice(ctx.db, id));
}

export async function readDeviceStatus(ctx: Context, id: string): Promise<DeviceStatusView> {
  const device = await store.getDevice(ctx.db, id);
  return {
    deviceId: device.id,
    status: statusOf(device, ctx.clock.nowMs(), ctx.config),
    batteryLevel: device.batteryLevel,
    signalStrength: device.signalStrength,
    lastDataPoint: device.lastSeen,
    sensorsInitialized: device.sensorsInitialized,
    wifiConnected: device.wifiConnected,
    bluetoothConnected: device.bluetoothConnected,
    uptime: device.uptimeMs,
    firmwareVersion: device.firmwareVersion ?? 'unknown',
    // Nobody has told us of newer firmware: we know of none.
    updateAvailable: false,
  };
}

export function listDeviceLog(ctx: Context, id: string, query: DeviceLogQuery): Promise<Paged<DeviceLogEntry>> {
  const type = query.logType?.toUpperCase() as DeviceLogType | undefined;
  return store.listLogEntries(ctx.db, id, type, sortOf(query).direction, query);
}

/** Devices of several people at once, newest first, each in the contract's shape. */
export async function devicesOf(ctx: Context, userIds: readonly string[]): Promise<Device[]> {
  return (await store.listDevicesOfUsers(ctx.db, userIds)).map((device) => deviceOf(ctx, device));
}

export function disableDevice(ctx: Context, id: string): Promise<Device> {
  return switchDevice(ctx, id, 'Disabled by an admin: its wearer is not monitored', ctx.now());
}

export function enableDevice(ctx: Context, id: string): Promise<Device> {
  return switchDevice(ctx, id, 'Enabled by an admin', null);
}

function switchDevice(ctx: Context, id: string, message: string, disabledAt: string | null): Promise<Device> {
  return inTransaction(ctx, async (ctx) => {
    const device = await store.updateDisabled(ctx.db, id, disabledAt, ctx.now());
    await logForDevice(ctx, id, disabledAt ? 'WARNING' : 'INFO', message);
    await recordAudit(ctx, 'device.switch', device.userId);
    return deviceOf(ctx, device);
  });
}

/** Its readings go with it, its falls and their evidence stay, and the same MAC address may register anew. */
export function deleteDevice(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await store.deleteDevice(ctx.db, id);
    await recordAudit(ctx, 'device.delete', actorId(ctx));
  });
}

/** Devices by the status they have right now. */
export function countDevicesByStatus(ctx: Context) {
  const { deviceInactiveAfterMs, deviceOfflineAfterMs } = ctx.config;
  const ago = (ms: number): string => new Date(ctx.clock.nowMs() - ms).toISOString();
  return store.countDevicesByAge(ctx.db, ago(deviceInactiveAfterMs), ago(deviceOfflineAfterMs));
}

function deviceOf(ctx: Context, row: store.DeviceRow): Device {
  return {
    ...row,
    status: statusOf(row, ctx.clock.nowMs(), ctx.config),
    firmwareVersion: row.firmwareVersion ?? 'unknown',
  };
}
