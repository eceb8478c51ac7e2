import { recordAudit } from '../../access/audit.js';
import { type Actor, type ActorDevice, actorId, type Context, inTransaction } from '../../platform/context.js';
import { type StatusColumns, statusFields } from '../../platform/db/reading-fields.js';
import type { DeviceLogType } from '../../platform/db/tables/devices.js';
import { type Paged, toSort } from '../../platform/http/pagination.js';
import { forbidden, unauthorized, unavailable } from '../../platform/refusal.js';
import { closeAdminAlerts, raiseAdminAlert } from '../alerts/raising.service.js';
import { endCredentials } from './credentials.service.js';
import type { CachedDevice } from './device-update.service.js';
import { defaultDeviceName, findWarnings, toStatus, warningTexts } from './devices.rules.js';
import type {
  Device,
  DeviceLogEntry,
  DeviceLogQuery,
  DeviceStatusView,
  DevicesQuery,
  OwnedDevice,
} from './devices.schema.js';
import * as store from './devices.store.js';
import { getLatest, listLatest } from './latest-devices.service.js';

/** Closed when the device is released or transferred. */
export const foreignData = 'FOREIGN_DATA';
const strangerReadings = 5;
const strangerWindowMs = 600_000;
const dayMs = 86_400_000;

/** The device with this MAC address; an unknown one is registered for the caller. */
export async function findOrRegisterDevice(ctx: Context, macAddress: string): Promise<CachedDevice> {
  const devices = ctx.state.deviceCache;
  const known = await devices.findOrLast(macAddress);
  if (known) return known;
  await registerDevice(ctx, { userId: actorId(ctx), macAddress });
  devices.forget(macAddress);
  const registered = await devices.find(macAddress);
  if (!registered) throw unavailable('The device was deleted just now. Try again.');
  return registered;
}

export interface NewDevice {
  readonly userId: string;
  readonly macAddress: string;
  readonly name?: string | null | undefined;
  readonly firmwareVersion?: string | null | undefined;
}

/** Does nothing when another request has just registered it. */
export function registerDevice(ctx: Context, { userId, macAddress, name, firmwareVersion }: NewDevice): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { devicesPerUser } = ctx.config;
    if ((await store.countDevicesLocked(ctx.db, userId)) >= devicesPerUser) {
      // An earlier reading of the same device may just have registered it as the last one allowed.
      if ((await store.listDevicesByMac(ctx.db, [macAddress])).length > 0) return;
      throw forbidden(`Device limit reached (${devicesPerUser})`);
    }
    const [id, now] = [ctx.newId(), ctx.now()];
    const device = { id, userId, macAddress, name: name?.trim() || defaultDeviceName(macAddress) };
    const row = { ...device, firmwareVersion: firmwareVersion ?? null, createdAt: now, updatedAt: now };
    if (await store.insertDevice(ctx.db, row)) await logForDevice(ctx, id, 'INFO', 'Registered');
    ctx.events.publish({ type: 'device.registered', userId });
    // That there is no such device may be cached.
    ctx.events.publish({ type: 'device.changed', macAddress });
  });
}

/** Whether a reading of this device is accepted from this caller. */
export function isAccepted({ id, userId, disabledAt }: CachedDevice, { id: senderId, device }: Actor): boolean {
  return userId === senderId && disabledAt === null && (device === undefined || device.id === id);
}

/** The device of a credential. It registers nothing: neither another device, nor this one again after its release. */
export async function findDeviceOfCredential(
  ctx: Context,
  sender: ActorDevice,
  macAddress: string,
): Promise<CachedDevice> {
  const device = await ctx.state.deviceCache.findOrLast(macAddress);
  if (sender.macAddress === macAddress) {
    if (device?.id === sender.id) return device;
    throw unauthorized('This device was released or deleted. Pair it again.');
  }
  if (device && device.userId !== ctx.actor.id) await noteStranger(ctx, device);
  throw forbidden(
    `This credential belongs to device ${sender.macAddress}, and the reading has device_id ${macAddress}. ` +
      'Pair the other device: each has its own credential.',
  );
}

/** Refuses a reading of another person's device, or of one that an admin has disabled. */
export async function refuseForeignOrDisabled(ctx: Context, device: CachedDevice): Promise<never> {
  if (device.userId !== ctx.actor.id) {
    await noteStranger(ctx, device);
    throw forbidden('This device belongs to another account');
  }
  await logForDevice(ctx, device.id, 'WARNING', 'Data was refused: the device is disabled and not monitored');
  throw forbidden('This device was disabled by an admin: its wearer is not monitored');
}

/** A few readings of a stranger are a mistake, such as a second-hand device; more alert the admins. */
async function noteStranger(ctx: Context, device: CachedDevice): Promise<void> {
  await logForDevice(ctx, device.id, 'WARNING', 'Data from another account was refused');
  if (await isRepeatedly(ctx, device.id)) await raiseForeignData(ctx, device);
}

function raiseForeignData(ctx: Context, { userId, macAddress }: CachedDevice): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await closeAdminAlerts(ctx, userId, foreignData);
    await raiseAdminAlert(ctx, {
      patientId: userId,
      type: foreignData,
      severity: 'MEDIUM',
      message: `Another account repeatedly sends data of device ${macAddress}. It is refused. If the device has a new wearer, release or transfer it.`,
    });
  });
}

/** True once a day for a device of which strangers have sent five readings within ten minutes. */
async function isRepeatedly({ hot }: Context, deviceId: string): Promise<boolean> {
  if ((await hot.countHit(`stranger:${deviceId}`, strangerWindowMs)).count !== strangerReadings) return false;
  return (await hot.countHit(`stranger-day:${deviceId}`, dayMs)).count === 1;
}

export function logForDevice(ctx: Context, deviceId: string, type: DeviceLogType, message: string): Promise<void> {
  const entry = { id: ctx.newId(), deviceId, type, message, timestamp: ctx.now() };
  return store.insertLogEntry(ctx.db, entry, ctx.config.deviceLogSize);
}

export async function readDevice(ctx: Context, id: string): Promise<Device> {
  return toDevice(ctx, await getLatest(ctx, id));
}

export async function readDeviceStatus(ctx: Context, id: string): Promise<DeviceStatusView> {
  const device = await getLatest(ctx, id);
  return {
    deviceId: device.id,
    status: toStatus(device, ctx.clock.nowMs(), ctx.config),
    ...pickStatusColumns(device),
    lastDataPoint: device.lastSeen,
    uptime: device.uptimeMs,
    firmwareVersion: device.firmwareVersion ?? 'unknown',
    // The service does not know the released firmware versions.
    updateAvailable: false,
    warnings: findWarnings(device).map((code) => ({ code, message: warningTexts[code] })),
  };
}

function pickStatusColumns(device: StatusColumns): StatusColumns {
  return Object.fromEntries(statusFields.map(({ key }) => [key, device[key]])) as unknown as StatusColumns;
}

export function listDeviceLog(ctx: Context, id: string, query: DeviceLogQuery): Promise<Paged<DeviceLogEntry>> {
  const type = query.logType?.toUpperCase() as DeviceLogType | undefined;
  return store.listLogEntries(ctx.db, id, type, toSort(query).direction, query);
}

/** Devices of several people, newest first, in the shape of docs/api/openapi.json. */
export async function listDevicesOfUsers(ctx: Context, userIds: readonly string[]): Promise<Device[]> {
  return (await listLatest(ctx, userIds)).map((device) => toDevice(ctx, device));
}

/** Writes the values that this process has received and the table does not have yet: those that are due, or all. */
export async function writeDeviceUpdates(ctx: Context, which: 'due' | 'all'): Promise<void> {
  await ctx.state.deviceCache.write(which);
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
    return toDevice(ctx, ctx.state.deviceCache.latest(device));
  });
}

/**
 * Deleting a device deletes its readings. Its falls and their evidence stay, and the MAC address may register again.
 */
export function deleteDevice(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await endCredentials(ctx, id);
    const macAddress = await store.deleteDevice(ctx.db, id);
    await recordAudit(ctx, 'device.delete', actorId(ctx));
    if (macAddress) ctx.events.publish({ type: 'device.changed', macAddress });
  });
}

/** Devices by their current status. */
export async function countDevicesByStatus(ctx: Context) {
  await writeDeviceUpdates(ctx, 'all');
  return store.countDevicesByAge(ctx.db, readAgeLimits(ctx));
}

/** All devices, after writing the values that this process has received. */
export async function listDevices(ctx: Context, query: DevicesQuery): Promise<Paged<OwnedDevice>> {
  await writeDeviceUpdates(ctx, 'all');
  const { rows, total } = await store.listDevices(ctx.db, { ...query, ...readAgeLimits(ctx) }, toSort(query), query);
  const devices = rows.map(({ ownerName, ...row }) => {
    return { ...toDevice(ctx, row), owner: { id: row.userId, name: ownerName } };
  });
  return { rows: devices, total };
}

/** The `lastSeen` limits from which a device is INACTIVE or OFFLINE now, unless it sends seldom. */
function readAgeLimits({ clock, config }: Context): store.AgeLimits {
  const ago = (ms: number): string => new Date(clock.nowMs() - ms).toISOString();
  const { deviceInactiveAfterMs, deviceOfflineAfterMs } = config;
  return { now: ago(0), inactiveSince: ago(deviceInactiveAfterMs), offlineSince: ago(deviceOfflineAfterMs) };
}

export function toDevice(ctx: Context, row: store.DeviceRow): Device {
  return {
    ...row,
    status: toStatus(row, ctx.clock.nowMs(), ctx.config),
    firmwareVersion: row.firmwareVersion ?? 'unknown',
  };
}
