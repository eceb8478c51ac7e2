/**
 * The devices that send readings to this process: their rows, updated by the latest reading. The table is updated ten
 * seconds later, or two for what others should see at once, in one statement for many devices; a device read in between
 * shows the newer of the two. If the process is killed, the unwritten values are lost; the next reading brings them
 * again.
 */

import { type Cache, createCache } from '../../platform/cache.js';
import type { Platform } from '../../platform/context.js';
import { type CachedDevice, createCachedDevice, learn, toDeviceUpdate, withHeard } from './device-update.service.js';
import { updateDevices } from './device-update.store.js';
import * as store from './devices.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** A user has a new device. */
    'device.registered': { userId: string };
    /** Deleted, disabled or enabled. */
    'device.changed': { macAddress: string };
  }
}

const maxDevices = 150_000;
const pieceSize = 500;
/** Of a device that sends once a second, every tenth reading changes the table. */
const writeAfterMs = 10_000;

export interface DeviceCache extends Cache<CachedDevice> {
  /** Marks this device's row as changed and not written yet; `isUrgent`: others should see it at once. */
  note(device: CachedDevice, isUrgent: boolean): void;
  /** The newer of the table's row and the cached one. */
  latest(row: store.DeviceRow): store.DeviceRow;
  /** When this process last received a reading of the device; null if that is already written. */
  unwrittenLastSeen(deviceId: string): string | null;
  /** Writes the changes that are due to the table; for a last time, all of them. */
  write(which: 'due' | 'all'): Promise<void>;
}

declare module '../../platform/context.js' {
  interface ProcessState {
    /** Devices that sent a reading recently, by MAC address. */
    readonly deviceCache: DeviceCache;
  }
}

export function createDeviceCache({ db, changes, events, clock }: Platform): DeviceCache {
  const unwritten = new Map<string, CachedDevice>();
  function latest(row: store.DeviceRow): store.DeviceRow {
    const noted = unwritten.get(row.id);
    const isNewer = (noted?.lastSeen ?? '') > (row.lastSeen ?? '');
    return noted && isNewer ? withHeard(row, noted) : row;
  }
  /** A reloaded row keeps the changes that are not written yet. */
  function toCached(row: store.DeviceRow): CachedDevice {
    const heard = unwritten.get(row.id)?.heard ?? 0;
    return createCachedDevice(latest(row), heard, row.lastSeen);
  }
  const known = createCache<CachedDevice>({
    changes,
    load: async (macs) => {
      const rows = await store.listDevicesByMac(db, macs);
      return new Map(rows.map((row) => [row.macAddress, toCached(row)]));
    },
    max: maxDevices,
  });
  events.subscribe((event) => {
    if (event.type === 'device.changed') known.forget(event.macAddress);
    // Deleting an account deletes its devices.
    if (event.type === 'account.changed') known.forgetWhere(({ userId }) => userId === event.userId);
    if (event.type === 'changes.missed') known.markAllStale();
  });
  let writing = Promise.resolve();

  /** After a failure, all of them are due. */
  async function update(devices: readonly CachedDevice[], updates: Parameters<typeof updateDevices>[1]) {
    try {
      return await updateDevices(db, updates);
    } catch (error) {
      for (const device of devices) device.writeAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** In pieces: a long list must not delay readings that arrive meanwhile. */
  async function write(which: 'due' | 'all'): Promise<void> {
    const nowMs = clock.nowMs();
    const devices = [...unwritten.values()].filter(({ writeAtMs }) => which === 'all' || writeAtMs <= nowMs);
    for (let first = 0; first < devices.length; first += pieceSize) {
      const piece = devices.slice(first, first + pieceSize);
      const updates = piece.map(toDeviceUpdate);
      // Before the query: a reading that arrives meanwhile may be urgent again.
      for (const device of piece) device.writeAtMs = nowMs + writeAfterMs;
      const writtenByOthers = new Map((await update(piece, updates)).map((row) => [row.id, row]));
      for (const [index, device] of piece.entries()) {
        const row = writtenByOthers.get(device.id);
        if (row) learn(device, row);
        device.writtenLastSeen = updates[index]?.lastSeen ?? null;
        // Another reading arrived meanwhile: write again.
        if (device.lastSeen !== device.writtenLastSeen) continue;
        device.heard = 0;
        if (unwritten.get(device.id) === device) unwritten.delete(device.id);
      }
    }
  }

  return {
    ...known,
    note(device, isUrgent) {
      const nowMs = clock.nowMs();
      // After a pause, or for the first time: it is here again.
      if (isUrgent || nowMs - device.notedAtMs > writeAfterMs) device.writeAtMs = nowMs;
      else if (!unwritten.has(device.id)) device.writeAtMs = nowMs + writeAfterMs;
      device.notedAtMs = nowMs;
      unwritten.set(device.id, device);
    },
    latest,
    unwrittenLastSeen: (deviceId) => unwritten.get(deviceId)?.lastSeen ?? null,
    write(which) {
      writing = writing.catch(() => {}).then(() => write(which));
      return writing;
    },
  };
}
