import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshMac } from '../../../test/people.js';
import { rolledBack } from '../../../test/rollback.js';
import type { Db } from '../../platform/db/database.js';
import type { TroubleKind } from '../../platform/db/tables/devices.js';
import { newId } from '../../platform/ids.js';
import { findTroubles, isOver, type WatchedDevice } from './troubles.rules.js';
import { type Limits, listSuspects, listTroubles } from './troubles.store.js';

const minuteMs = 60_000;
const silentAfterMs = 30 * minuteMs;
const notWornAfterMs = 20 * minuteMs;
/** The service received nothing in this time, in minutes ago. */
const gap = { from: 25, to: 15 };
const kinds: readonly TroubleKind[] = ['SILENT', 'BATTERY_20', 'BATTERY_5', 'SENSORS', 'NOT_WORN'];

const devices = fc.record({
  isDisabled: fc.nat(4).map((of5) => of5 === 0),
  // Half a minute away from every limit: the database's time moves on during the test.
  lastSeenMinutesAgo: fc.option(
    fc.integer({ min: 0, max: 80 }).map((minutes) => minutes + 0.5),
    { freq: 9 },
  ),
  batteryLevel: fc.constantFrom(null, 0, 4.9, 5, 5.1, 10, 10.1, 19.9, 20, 20.1, 25, 25.1, 60),
  sensorsInitialized: fc.constantFrom(null, true, true, false),
  // Few are still for long: the other troubles need devices, too.
  stillMinutes: fc.option(
    fc.integer({ min: 0, max: 80 }).map((minutes) => minutes + 0.5),
    { freq: 9 },
  ),
  heartRate: fc.constantFrom(null, 70),
  intervalMs: fc.constantFrom(null, null, 60_000, 300_000),
  fall: fc.constantFrom(null, null, null, 'open', 'recent', 'old'),
  /** When another device of the person was worn, in minutes ago. */
  another: fc.constantFrom(null, null, null, 10.5, 30.5),
  known: fc.oneof(fc.constant([]), fc.subarray([...kinds])),
});
type Sample = typeof devices extends fc.Arbitrary<infer T> ? T : never;

/** People have been awake for 50 minutes: less than some devices have been still. */
function toLimits(nowMs: number): Limits {
  return { deviceInactiveAfterMs: silentAfterMs, notWornAfterMs, awakeSinceMs: nowMs - 50.25 * minuteMs };
}

interface Generated extends Pick<Sample, 'fall' | 'another'> {
  readonly id: string;
  readonly userId: string;
  readonly known: readonly TroubleKind[];
  readonly device: WatchedDevice;
  /** Without a reading for that long by the clock, whether the service was receiving or not. */
  readonly isSilentByClock: boolean;
}

function toTime(nowMs: number, minutesAgo: number): string {
  return new Date(nowMs - minutesAgo * minuteMs).toISOString();
}

function toGenerated(nowMs: number, sample: Sample): Generated {
  const { isDisabled, lastSeenMinutesAgo, stillMinutes, fall, another, known, ...sent } = sample;
  const lastSeen = lastSeenMinutesAgo === null ? null : toTime(nowMs, lastSeenMinutesAgo);
  const device: WatchedDevice = {
    ...sent,
    disabledAt: isDisabled ? toTime(nowMs, 0) : null,
    lastSeen,
    wornAt: stillMinutes === null ? null : toTime(nowMs, stillMinutes),
    silentAfterMs: Math.max(silentAfterMs, 3 * (sent.intervalMs ?? 0)),
    unheardMs: Math.max(0, Math.min(lastSeenMinutesAgo ?? 0, gap.from) - gap.to) * minuteMs,
    hasFallen: fall === 'open' || fall === 'recent',
    wearsAnother: another !== null && another * minuteMs < notWornAfterMs,
  };
  const isSilentByClock = (lastSeenMinutesAgo ?? 0) * minuteMs >= silentAfterMs;
  return { id: newId(), userId: newId(), known, fall, another, isSilentByClock, device };
}

/** The people of the devices, their falls and their other devices. */
async function insertPeople(db: Db, now: string, generated: readonly Generated[]): Promise<void> {
  const person = { passwordHash: null, firstName: 'Ann', lastName: 'Lee', role: 'PATIENT', createdAt: now } as const;
  const toEmail = (userId: string): string => `${userId}@example.org`;
  await db
    .insertInto('users')
    .values(
      generated.map(({ userId: id }) => ({
        ...person,
        id,
        email: toEmail(id),
        emailKey: toEmail(id),
        updatedAt: now,
      })),
    )
    .execute();
  const minutesAgo = { open: 90, recent: 59.5, old: 60.5 };
  for (const { userId, fall } of generated) {
    if (fall === null) continue;
    const [id, at] = [newId(), toTime(Date.parse(now), minutesAgo[fall])];
    await sql`insert into falls (id, user_id, confidence, status, created_at, updated_at)
      values (${id}, ${userId}, 0.6, 'POTENTIAL', ${at}, ${at})`.execute(db);
    await sql`insert into escalations (id, patient_id, fall_id, type, severity, message, plan, raised_at, started_at, closed_at, closed_as)
      values (${newId()}, ${userId}, ${id}, 'FALL_DETECTED', 'HIGH', '', '{}', ${at}, ${at},
        ${fall === 'open' ? null : at}::timestamptz, ${fall === 'open' ? null : 'RESOLVED'})`.execute(db);
  }
  const others = generated.flatMap(({ userId, another }) => {
    if (another === null) return [];
    const wornAt = toTime(Date.parse(now), another);
    const named = { id: newId(), userId, macAddress: freshMac(), name: 'Other', createdAt: now, updatedAt: now };
    return { ...named, lastSeen: now, sensorsInitialized: true, wornAt };
  });
  await db.insertInto('devices').values(others).execute();
}

/** Inserts many devices, and returns the time by which the rules judge them. */
async function insertDevices(db: Db): Promise<{ nowMs: number; generated: Generated[] }> {
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
  await insertPeople(db, now, generated);
  const deviceRows = generated.map(({ id, userId, device }) => {
    const { silentAfterMs: _, unheardMs: __, hasFallen: ___, wearsAnother: ____, ...columns } = device;
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
  return findTroubles(device, nowMs, toLimits(nowMs)).some((kind) => {
    if (kind === 'BATTERY_20' && known.includes('BATTERY_5')) return false;
    return !known.includes(kind) && (kind === 'SILENT' || !isSilentByClock);
  });
}

test('the suspects in SQL are the devices with a new trouble by the rules', async () => {
  await rolledBack(async (db) => {
    const { nowMs, generated } = await insertDevices(db);
    const own = new Set(generated.map(({ id }) => id));
    const suspects = (await listSuspects(db, toLimits(nowMs), 100_000)).map(({ deviceId }) => deviceId);
    const expected = generated.filter((one) => hasNewTrouble(one, nowMs)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(50);
    expect(suspects.filter((id) => own.has(id)).toSorted()).toEqual(expected.toSorted());
  });
});

test('SQL lists every trouble that is over by the rules', async () => {
  await rolledBack(async (db) => {
    const { nowMs, generated } = await insertDevices(db);
    const listed = new Set(
      (await listTroubles(db, toLimits(nowMs))).map(({ deviceId, kind }) => `${deviceId} ${kind}`),
    );
    const over = generated.flatMap(({ id, known, device, isSilentByClock }) =>
      known
        .filter((kind) => isOver(kind, device, nowMs, toLimits(nowMs)))
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
