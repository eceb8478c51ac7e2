/**
 * The devices that speak, remembered by this process: their rows with what the latest reading said. The table hears of
 * it every few seconds, in one statement for all of them; whoever reads a device in between is shown the newer of the
 * two. What is lost with a killed process is said again by the next reading.
 */
import type { Platform } from '../../platform/context.js';
import { createKnown, type Known } from '../../platform/known.js';
import * as store from './devices.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** Deleted, disabled or enabled. */
    'device.changed': { macAddress: string };
  }
}

const maxDevices = 150_000;

/** Written in place with every reading: a new row each time is felt on the sensor stream. */
export type KnownDevice = { -readonly [Field in keyof store.DeviceRow]: store.DeviceRow[Field] };

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
    return noted && isNewer ? { ...noted, disabledAt: row.disabledAt, name: row.name } : row;
  }
  const known = createKnown<KnownDevice>({
    changes,
    load: async (macs) => {
      const rows = await store.listDevicesByMac(db, macs);
      return new Map(rows.map((row) => [row.macAddress, latest(row)]));
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

  async function write(): Promise<void> {
    const noted = new Map([...unwritten].map(([id, device]) => [id, device.lastSeen]));
    if (noted.size === 0) return;
    await store.updateDevices(db, [...unwritten.values()]);
    for (const [id, lastSeen] of noted) if (unwritten.get(id)?.lastSeen === lastSeen) unwritten.delete(id);
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
