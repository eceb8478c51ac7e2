import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshMac, patient } from '../../../test/people.js';
import { rolledBack } from '../../../test/rollback.js';
import type { Db } from '../../platform/db/database.js';
import type { TroubleKind } from '../../platform/db/tables/devices.js';
import { newId } from '../../platform/ids.js';
import { findTroubles, isOver, type WatchedDevice } from './troubles.rules.js';
import { listSuspects, listTroubles } from './troubles.store.js';

const minuteMs = 60_000;
const silentAfterMs = 30 * minuteMs;
/** The service received nothing in this time, in minutes ago. */
const gap = { from: 25, to: 15 };
const kinds: readonly TroubleKind[] = ['SILENT', 'BATTERY_20', 'BATTERY_5', 'SENSORS'];

const devices = fc.record({
  isDisabled: fc.nat(4).map((of5) => of5 === 0),
  // Half a minute away from every limit: the database's time moves on during the test.
  lastSeenMinutesAgo: fc.option(
    fc.integer({ min: 0, max: 80 }).map((minutes) => minutes + 0.5),
    { freq: 9 },
  ),
  batteryLevel: fc.constantFrom(null, 0, 4.9, 5, 5.1, 10, 10.1, 19.9, 20, 20.1, 25, 25.1, 60),
  sensorsInitialized: fc.constantFrom(null, true, true, false),
  known: fc.oneof(fc.constant([]), fc.subarray([...kinds])),
});
type Sample = typeof devices extends fc.Arbitrary<infer T> ? T : never;

interface Generated {
  readonly id: string;
  readonly known: readonly TroubleKind[];
  readonly device: WatchedDevice;
  /** Without a reading for that long by the clock, whether the service was receiving or not. */
  readonly isSilentByClock: boolean;
}

function toGenerated(nowMs: number, sample: Sample): Generated {
  const { isDisabled, lastSeenMinutesAgo, known, batteryLevel, sensorsInitialized } = sample;
  const toTime = (minutesAgo: number): string => new Date(nowMs - minutesAgo * minuteMs).toISOString();
  const lastSeen = lastSeenMinutesAgo === null ? null : toTime(lastSeenMinutesAgo);
  const unheardMs = Math.max(0, Math.min(lastSeenMinutesAgo ?? 0, gap.from) - gap.to) * minuteMs;
  const columns = { disabledAt: isDisabled ? toTime(0) : null, lastSeen, batteryLevel, sensorsInitialized };
  const isSilentByClock = (lastSeenMinutesAgo ?? 0) * minuteMs >= silentAfterMs;
  return { id: newId(), known, isSilentByClock, device: { ...columns, silentAfterMs, unheardMs } };
}

/** Inserts many devices, and returns the time by which the rules judge them. */
async function insertDevices(db: Db, userId: string): Promise<{ nowMs: number; generated: Generated[] }> {
  await sql`delete from listening_gaps`.execute(db);
  await sql`delete from listening`.execute(db);
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(db);
  const now = rows[0]?.now ?? '';
  await sql`
    insert into listening_gaps (began_at, ended_at)
    select ${now}::timestamptz - ${gap.from} * interval '1 minute', ${now}::timestamptz - ${gap.to} * interval '1 minute'`.execute(
    db,
  );
  const generated = fc.sample(devices, 400).map((sample) => toGenerated(Date.parse(now), sample));
  const deviceRows = generated.map(({ id, device: { silentAfterMs: _, unheardMs: __, ...columns } }) => {
    const named = { macAddress: freshMac(), name: 'Generated', createdAt: now, updatedAt: now };
    return { id, userId, ...named, ...columns };
  });
  await db.insertInto('devices').values(deviceRows).execute();
  const troubles = generated.flatMap(({ id, known }) =>
    known.map((kind) => ({ deviceId: id, kind, since: now, escalationId: null })),
  );
  await db.insertInto('deviceTroubles').values(troubles).execute();
  return { nowMs: Date.parse(now), generated };
}

/**
 * A trouble that has no row yet. Two things are decided in SQL alone: BATTERY_20 is not raised during BATTERY_5, and a
 * device that is silent by the clock only because the service was away waits for its next reading.
 */
function hasNewTrouble({ device, known, isSilentByClock }: Generated, nowMs: number): boolean {
  return findTroubles(device, nowMs).some((kind) => {
    if (kind === 'BATTERY_20' && known.includes('BATTERY_5')) return false;
    return !known.includes(kind) && (kind === 'SILENT' || !isSilentByClock);
  });
}

test('the suspects in SQL are the devices with a new trouble by the rules', async () => {
  const { id: userId } = await patient();
  await rolledBack(async (db) => {
    const { nowMs, generated } = await insertDevices(db, userId);
    const own = new Set(generated.map(({ id }) => id));
    const suspects = (await listSuspects(db, silentAfterMs, 100_000)).map(({ deviceId }) => deviceId);
    const expected = generated.filter((one) => hasNewTrouble(one, nowMs)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(50);
    expect(suspects.filter((id) => own.has(id)).toSorted()).toEqual(expected.toSorted());
  });
});

test('SQL lists every trouble that is over by the rules', async () => {
  const { id: userId } = await patient();
  await rolledBack(async (db) => {
    const { nowMs, generated } = await insertDevices(db, userId);
    const listed = new Set((await listTroubles(db, silentAfterMs)).map(({ deviceId, kind }) => `${deviceId} ${kind}`));
    const over = generated.flatMap(({ id, known, device, isSilentByClock }) =>
      known
        .filter((kind) => isOver(kind, device, nowMs))
        // Ends with the next reading only: a device that never sent has no such trouble, and a gap ends none.
        .filter(
          (kind) => kind !== 'SILENT' || device.disabledAt !== null || (device.lastSeen !== null && !isSilentByClock),
        )
        .map((kind) => `${id} ${kind}`),
    );
    expect(over.length).toBeGreaterThan(100);
    expect(over.filter((trouble) => !listed.has(trouble))).toEqual([]);
  });
});
