import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { TroubleKind } from '../../platform/db/tables/devices.js';
import type { Tables } from '../../platform/db/tables.js';
import { emptyBattery, lowBattery, missedIntervals } from '../devices/devices.rules.js';
import { unheardMs } from './listening.store.js';
import type { WatchedDevice } from './troubles.rules.js';
import { fallQuietMs, stillReadings, type WearLimits, withoutPulseFactor } from './wear.rules.js';

export interface Suspect extends WatchedDevice {
  readonly deviceId: string;
  readonly userId: string;
  readonly name: string;
  /** The database's time. */
  readonly now: string;
}

/** A subquery, so that it runs once per statement and not per device. */
const timeOfDay = sql`(select service_now())`;

const watched = sql`devices.id as device_id, devices.user_id, devices.name, devices.disabled_at, devices.last_seen,
  devices.battery_level, devices.sensors_initialized, devices.worn_at, devices.heart_rate, devices.interval_ms,
  ${timeOfDay} as now`;

/** The settings of the rules. */
export interface Limits extends WearLimits {
  readonly deviceInactiveAfterMs: number;
}

/** By the database's clock. */
export async function readNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(db);
  return (rows[0] as { now: string }).now;
}

const hasFallen = sql`(
  exists (select from escalations where patient_id = devices.user_id and closed_at is null and fall_id is not null)
  or exists (select from falls where user_id = devices.user_id
    and created_at > ${timeOfDay} - ${fallQuietMs} * interval '1 millisecond'))`;

function wearsAnother({ notWornAfterMs }: WearLimits) {
  return sql`exists (select from devices other where other.user_id = devices.user_id and other.id <> devices.id
    and other.disabled_at is null and other.worn_at > ${timeOfDay} - ${notWornAfterMs} * interval '1 millisecond')`;
}

/** The SQL form of `isNotWorn` (wear.rules.ts). */
function isNotWorn(limits: WearLimits) {
  const { notWornAfterMs, awakeSinceMs } = limits;
  if (notWornAfterMs === 0 || awakeSinceMs === null) return sql`false`;
  const awakeSince = new Date(awakeSinceMs).toISOString();
  const longerMs = sql`case when devices.heart_rate is null then ${withoutPulseFactor}::bigint else 1 end * ${notWornAfterMs}::bigint`;
  const afterMs = sql`greatest(${longerMs}, ${stillReadings}::bigint * coalesce(devices.interval_ms, 0))`;
  return sql`greatest(devices.worn_at, ${awakeSince}::timestamptz) <= ${timeOfDay} - ${afterMs} * interval '1 millisecond'
    and devices.worn_at is not null and devices.sensors_initialized is not false
    and not ${hasFallen} and not ${wearsAnother(limits)}`;
}

const unheard = unheardMs(sql`devices.last_seen`);

/** As configured, and longer for a device that sends seldom: the SQL form of `toSilenceMs` (devices.rules.ts). */
function silentAfterMs(defaultMs: number) {
  return sql`greatest(coalesce(escalation_plans.silent_after_ms, ${defaultMs}::bigint),
    ${missedIntervals}::bigint * coalesce(devices.interval_ms, 0))`;
}

/** Devices of active accounts that may have a trouble without a row; the rules decide. */
export async function listSuspects(db: Db, limits: Limits, limit: number): Promise<Suspect[]> {
  const defaultMs = limits.deviceInactiveAfterMs;
  const silentSince = sql`${timeOfDay} - ${silentAfterMs(defaultMs)} * interval '1 millisecond'`;
  // Computed only for devices that are silent by the clock.
  const isHeardSilent = sql`devices.last_seen <= ${silentSince} - ${unheard} * interval '1 millisecond'`;
  const unknown = (kinds: readonly TroubleKind[]) => sql`not exists (select 1 from device_troubles
    where device_id = devices.id and kind = any(${kinds}::text[]))`;
  const { rows } = await sql<Suspect>`
    select ${watched}, ${silentAfterMs(defaultMs)} as silent_after_ms, ${unheard} as unheard_ms,
      ${hasFallen} as has_fallen, ${wearsAnother(limits)} as wears_another
    from devices join users on users.id = devices.user_id and users.status = 'active'
      left join escalation_plans on escalation_plans.patient_id = devices.user_id
    where devices.disabled_at is null and (
      devices.last_seen <= ${silentSince} and ${isHeardSilent} and ${unknown(['SILENT'])}
      or devices.last_seen > ${silentSince} and (
        devices.battery_level <= ${lowBattery} and ${unknown(['BATTERY_20', 'BATTERY_5'])}
        or devices.battery_level <= ${emptyBattery} and ${unknown(['BATTERY_5'])}
        or devices.sensors_initialized = false and ${unknown(['SENSORS'])}
        or ${isNotWorn(limits)} and ${unknown(['NOT_WORN'])}))
    limit ${limit}`.execute(db);
  return rows;
}

export interface OpenTrouble extends Suspect {
  readonly kind: TroubleKind;
  readonly since: string;
  readonly escalationId: string | null;
}

/** Troubles that may be over; the rules decide. */
export async function listTroubles(db: Db, limits: Limits): Promise<OpenTrouble[]> {
  const defaultMs = limits.deviceInactiveAfterMs;
  const { rows } = await sql<OpenTrouble>`
    select ${watched}, ${silentAfterMs(defaultMs)} as silent_after_ms, ${unheard} as unheard_ms,
      false as has_fallen, kind = 'NOT_WORN' and ${wearsAnother(limits)} as wears_another, kind, since, escalation_id
    from device_troubles join devices on devices.id = device_troubles.device_id
      left join escalation_plans on escalation_plans.patient_id = devices.user_id
    where kind <> 'SILENT' or devices.disabled_at is not null
      or devices.last_seen > ${timeOfDay} - ${silentAfterMs(defaultMs)} * interval '1 millisecond'`.execute(db);
  return rows;
}

/** False when another process has just inserted it. */
export async function insertTrouble(db: Db, trouble: Insertable<Tables['deviceTroubles']>): Promise<boolean> {
  const made = await db
    .insertInto('deviceTroubles')
    .values(trouble)
    .onConflict((conflict) => conflict.doNothing())
    .returning('deviceId')
    .executeTakeFirst();
  return made !== undefined;
}

export async function updateTrouble(db: Db, deviceId: string, kind: TroubleKind, escalationId: string): Promise<void> {
  await db
    .updateTable('deviceTroubles')
    .set({ escalationId })
    .where('deviceId', '=', deviceId)
    .where('kind', '=', kind)
    .execute();
}

/** False when another process has just deleted it. */
export async function deleteTrouble(db: Db, deviceId: string, kind: TroubleKind): Promise<boolean> {
  const gone = db.deleteFrom('deviceTroubles').where('deviceId', '=', deviceId).where('kind', '=', kind);
  return (await gone.returning('deviceId').executeTakeFirst()) !== undefined;
}

/** Returns the escalations about them. */
export async function deleteTroubles(db: Db, deviceId: string): Promise<string[]> {
  const gone = db.deleteFrom('deviceTroubles').where('deviceId', '=', deviceId);
  return (await gone.returning('escalationId').execute()).flatMap(({ escalationId }) => escalationId ?? []);
}
