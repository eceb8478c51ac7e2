/**
 * The devices that speak, remembered by this process: their rows with what the latest reading said. The table hears of
 * it every few seconds, in one statement for many of them; whoever reads a device in between is shown the newer of the
 * two. What is lost with a killed process is said again by the next reading.
 */
import type { Platform } from '../../platform/context.js';
import { createKnown, type Known } from '../../platform/known.js';
import { type KnownDevice, learn, newsOf, withHeard } from './device-news.js';
import * as store from './devices.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** Somebody has one more. */
    'device.registered': { userId: string };
    /** Deleted, disabled or enabled. */
    'device.changed': { macAddress: string };
  }
}

const maxDevices = 150_000;
const pieceSize = 500;

export interface KnownDevices extends Known<KnownDevice> {
  /** This device's row was changed, and the table does not know yet. */
  note(device: KnownDevice): void;
  /** The newer of the table's row and what is remembered. */
  latest(row: store.DeviceRow): store.DeviceRow;
  /** When this process last heard the device, if the table does not know yet. */
  unwrittenLastSeen(deviceId: string): string | null;
  /** Brings the table up to date. */
  write(): Promise<void>;
}

export function createKnownDevices({ db, changes, events }: Platform): KnownDevices {
  const unwritten = new Map<string, KnownDevice>();
  function latest(row: store.DeviceRow): store.DeviceRow {
    const noted = unwritten.get(row.id);
    const isNewer = (noted?.lastSeen ?? '') > (row.lastSeen ?? '');
    return noted && isNewer ? withHeard(row, noted) : row;
  }
  /** What the table has not been told yet stays to be told. */
  function knownOf(row: store.DeviceRow): KnownDevice {
    return { ...latest(row), toldLastSeen: row.lastSeen, heard: unwritten.get(row.id)?.heard ?? 0 };
  }
  const known = createKnown<KnownDevice>({
    changes,
    load: async (macs) => {
      const rows = await store.listDevicesByMac(db, macs);
      return new Map(rows.map((row) => [row.macAddress, knownOf(row)]));
    },
    max: maxDevices,
  });
  events.subscribe((event) => {
    if (event.type === 'device.changed') known.forget(event.macAddress);
    // With an account go its devices.
    if (event.type === 'account.changed') known.forgetAll();
    if (event.type === 'changes.missed') known.doubtAll();
  });
  let writing = Promise.resolve();

  /** In pieces: a long list must not hold up the readings that come meanwhile. */
  async function write(): Promise<void> {
    const devices = [...unwritten.values()];
    for (let first = 0; first < devices.length; first += pieceSize) {
      const piece = devices.slice(first, first + pieceSize);
      const news = piece.map(newsOf);
      const told = new Map((await store.updateDevices(db, news)).map((row) => [row.id, row]));
      for (const [index, device] of piece.entries()) {
        const row = told.get(device.id);
        if (row) learn(device, row);
        device.toldLastSeen = news[index]?.lastSeen ?? null;
        // Heard again meanwhile: once more.
        if (device.lastSeen !== device.toldLastSeen) continue;
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
