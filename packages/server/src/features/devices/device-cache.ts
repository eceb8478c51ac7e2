/**
 * The devices that send readings to this process: their rows, updated by the latest reading. The table is updated every
 * few seconds, in one statement for many devices; a device read in between shows the newer of the two. If the process
 * is killed, the unwritten values are lost; the next reading brings them again.
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

export interface DeviceCache extends Cache<CachedDevice> {
  /** Marks this device's row as changed and not written yet. */
  note(device: CachedDevice): void;
  /** The newer of the table's row and the cached one. */
  latest(row: store.DeviceRow): store.DeviceRow;
  /** When this process last received a reading of the device; null if that is already written. */
  unwrittenLastSeen(deviceId: string): string | null;
  /** Writes all changes to the table. */
  write(): Promise<void>;
}

declare module '../../platform/context.js' {
  interface ProcessState {
    /** Devices that sent a reading recently, by MAC address. */
    readonly deviceCache: DeviceCache;
  }
}

export function createDeviceCache({ db, changes, events }: Platform): DeviceCache {
  const unwritten = new Map<string, CachedDevice>();
  function latest(row: store.DeviceRow): store.DeviceRow {
    const noted = unwritten.get(row.id);
    const isNewer = (noted?.lastSeen ?? '') > (row.lastSeen ?? '');
    return noted && isNewer ? withHeard(row, noted) : row;
  }
  /** A reloaded row keeps the changes that are not written yet. */
  function toCached(row: store.DeviceRow): CachedDevice {
    const heard = unwritten.get(row.id)?.heard ?? 0;
    return createCachedDevice(latest(row), `device:${row.macAddress}`, heard, row.lastSeen);
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

  /** In pieces: a long list must not delay readings that arrive meanwhile. */
  async function write(): Promise<void> {
    const devices = [...unwritten.values()];
    for (let first = 0; first < devices.length; first += pieceSize) {
      const piece = devices.slice(first, first + pieceSize);
      const updates = piece.map(toDeviceUpdate);
      const writtenByOthers = new Map((await updateDevices(db, updates)).map((row) => [row.id, row]));
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
    note: (device) => void unwritten.set(device.id, device),
    latest,
    unwrittenLastSeen: (deviceId) => unwritten.get(deviceId)?.lastSeen ?? null,
    write() {
      writing = writing.catch(() => {}).then(write);
      return writing;
    },
  };
}
