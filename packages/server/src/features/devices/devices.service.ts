import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import type { DeviceLogType } from '../../platform/db/tables.js';
import { type Paged, sortOf } from '../../platform/http/pagination.js';
import { forbidden, unavailable } from '../../platform/refusal.js';
import type { KnownDevice } from './device-news.js';
import { deviceNameOf, statusOf } from './devices.rules.js';
import type {
  Device,
  DeviceLogEntry,
  DeviceLogQuery,
  DeviceStatusView,
  DevicesQuery,
  OwnedDevice,
} from './devices.schema.js';
import * as store from './devices.store.js';
import { createKnownDevices } from './known-devices.js';

export { type KnownDevice, parts } from './device-news.js';
export { createKnownDevices } from './known-devices.js';

/** The device of this MAC address; an unknown one is registered for the caller (spec section 4.2). */
export async function findOrRegisterDevice(ctx: Context, macAddress: string): Promise<KnownDevice> {
  const devices = ctx.ofProcess(createKnownDevices);
  const known = await devices.findOrLast(macAddress);
  if (known) return known;
  await registerDevice(ctx, macAddress);
  ctx.events.publish({ type: 'device.registered', userId: actorId(ctx) });
  devices.forget(macAddress);
  const registered = await devices.find(macAddress);
  if (!registered) throw unavailable('The device was deleted just now. Try again.');
  return registered;
}

/** Nothing happens when somebody else has just done it. */
function registerDevice(ctx: Context, macAddress: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const userId = actorId(ctx);
    const { devicesPerUser } = ctx.config;
    if ((await store.countDevicesLocked(ctx.db, userId)) >= devicesPerUser)
      throw forbidden(`Device limit reached (${devicesPerUser})`);
    const [id, now] = [ctx.newId(), ctx.now()];
    const device = { id, userId, macAddress, name: deviceNameOf(macAddress), createdAt: now, updatedAt: now };
    if (await store.insertDevice(ctx.db, device)) await logForDevice(ctx, id, 'INFO', 'Registered');
  });
}

export function isAccepted({ userId, disabledAt }: KnownDevice, senderId: string | null): boolean {
  return userId === senderId && disabledAt === null;
}

/** Refuses what must not be stored: another person's device, or one that an admin has switched off. */
export async function refuseForeignOrDisabled(ctx: Context, device: KnownDevice): Promise<never> {
  const isForeign = device.userId !== ctx.actor.id;
  const message = isForeign
    ? 'Data from another account was refused'
    : 'Data was refused: the device is disabled and not monitored';
  await logForDevice(ctx, device.id, 'WARNING', message);
  throw forbidden(
    isForeign
      ? 'This device belongs to another account'
      : 'This device was disabled by an admin: its wearer is not monitored',
  );
}

export function logForDevice(ctx: Context, deviceId: string, type: DeviceLogType, message: string): Promise<void> {
  const entry = { id: ctx.newId(), deviceId, type, message, timestamp: ctx.now() };
  return store.insertLogEntry(ctx.db, entry, ctx.config.deviceLogSize);
}

export async function readDevice(ctx: Context, id: string): Promise<Device> {
  return deviceOf(ctx, await getLatest(ctx, id));
}

async function getLatest(ctx: Context, id: string): Promise<store.DeviceRow> {
  return ctx.ofProcess(createKnownDevices).latest(await store.getDevice(ctx.db, id));
}

export async function readDeviceStatus(ctx: Context, id: string): Promise<DeviceStatusView> {
  const device = await getLatest(ctx, id);
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
  return (await listLatest(ctx, userIds)).map((device) => deviceOf(ctx, device));
}

/** Their rows, with what was last heard. */
export async function listLatest(ctx: Context, userIds: readonly string[]): Promise<store.DeviceRow[]> {
  return (await store.listDevicesOfUsers(ctx.db, userIds)).map(ctx.ofProcess(createKnownDevices).latest);
}

/** What this process has heard and the table does not know yet. */
export async function writeDeviceNews(ctx: Context): Promise<void> {
  await ctx.ofProcess(createKnownDevices).write();
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
    ctx.events.publish({ type: 'device.changed', macAddress: device.macAddress });
    return deviceOf(ctx, ctx.ofProcess(createKnownDevices).latest(device));
  });
}

/** Its readings go with it, its falls and their evidence stay, and the same MAC address may register anew. */
export function deleteDevice(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const macAddress = await store.deleteDevice(ctx.db, id);
    await recordAudit(ctx, 'device.delete', actorId(ctx));
    if (macAddress) ctx.events.publish({ type: 'device.changed', macAddress });
  });
}

/** Devices by the status they have right now. */
export async function countDevicesByStatus(ctx: Context) {
  await writeDeviceNews(ctx);
  const { inactiveSince, offlineSince } = agesOf(ctx);
  return store.countDevicesByAge(ctx.db, inactiveSince, offlineSince);
}

/** Everybody's devices, as the table has them once this process has told what it heard. */
export async function listDevices(ctx: Context, query: DevicesQuery): Promise<Paged<OwnedDevice>> {
  await writeDeviceNews(ctx);
  const { rows, total } = await store.listDevices(ctx.db, { ...query, ...agesOf(ctx) }, sortOf(query), query);
  const devices = rows.map(({ ownerName, ...row }) => {
    return { ...deviceOf(ctx, row), owner: { id: row.userId, name: ownerName } };
  });
  return { rows: devices, total };
}

/** Since when a device must have been silent to be INACTIVE or OFFLINE now. */
function agesOf({ clock, config }: Context) {
  const ago = (ms: number): string => new Date(clock.nowMs() - ms).toISOString();
  return { inactiveSince: ago(config.deviceInactiveAfterMs), offlineSince: ago(config.deviceOfflineAfterMs) };
}

function deviceOf(ctx: Context, row: store.DeviceRow): Device {
  return {
    ...row,
    status: statusOf(row, ctx.clock.nowMs(), ctx.config),
    firmwareVersion: row.firmwareVersion ?? 'unknown',
  };
}
