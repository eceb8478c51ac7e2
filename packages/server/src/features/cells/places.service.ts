/** Tells the directory who is in this cell. */
import { toAddressKey, toCredentialKey, toPersonKey } from '../../access/place-keys.js';
import type { Context } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import * as store from './places.store.js';

/** Each cell numbers its devices in a range of its own, so that a device keeps its number when it moves. */
const keysPerCell = 1_000_000;

/** At the start of a process. A cell that has joined before starts without the directory. */
export async function joinCells(ctx: Context): Promise<void> {
  const { cells, config } = ctx;
  if (cells === null) return;
  const number = await cells.directory
    .join({ name: cells.own, url: config.publicUrl })
    .catch(async (error: unknown) => {
      if (await store.hasDevices(ctx.db)) return null;
      throw error;
    });
  if (number === null) return;
  const isFree = await store.reserveDeviceKeys(ctx.db, number * keysPerCell, keysPerCell);
  if (!isFree)
    throw conflict(
      'This database has devices already, and another cell has the first numbers: only the first cell of a directory may have devices when it joins',
    );
}

const recentMs = 60_000;
const checkEveryMs = 3_600_000;

/** New accounts and credentials are in the directory within two seconds; everything is compared once an hour. */
export function createPlacesJob(): (ctx: Context) => Promise<void> {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return async (ctx) => {
    const { cells, clock } = ctx;
    if (cells === null) return;
    const isWhole = clock.nowMs() - checkedAtMs >= checkEveryMs;
    const known = isWhole ? await cells.directory.listKeys(cells.own) : [];
    const since = isWhole ? null : new Date(clock.nowMs() - recentMs).toISOString();
    const keys = toKeys(await store.listResidents(ctx.db, since));
    if (keys.length > 0) await cells.directory.enter(cells.own, keys);
    if (!isWhole) return;
    const current = new Set(keys);
    await cells.directory.remove(
      cells.own,
      known.filter((key) => !current.has(key)),
    );
    checkedAtMs = clock.nowMs();
  };
}

function toKeys({ people, credentials }: store.Residents): string[] {
  return [
    ...people.flatMap(({ id, emailKey }) => [toPersonKey(id), toAddressKey(emailKey)]),
    ...credentials.map(({ id }) => toCredentialKey(id)),
  ];
}
