import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables, TroubleKind } from '../../platform/db/tables.js';
import type { WatchedDevice } from './troubles.rules.js';

export interface Suspect extends WatchedDevice {
  readonly deviceId: string;
  readonly userId: string;
  readonly name: string;
  /** The database's time. */
  readonly now: string;
}

/** Asked for once in a statement, not with each device. */
const timeOfDay = sql`(select service_now())`;

const watched = sql`devices.id as device_id, devices.user_id, devices.name, devices.disabled_at, devices.last_seen,
  devices.battery_level, devices.sensors_initialized, ${timeOfDay} as now`;

function silentAfterMs(defaultMs: number) {
  return sql`coalesce(escalation_plans.silent_after_ms, ${defaultMs}::bigint)`;
}

/** Devices that may have a trouble nobody was told of; the rules decide. Those of active accounts only. */
export async function listSuspects(db: Db, defaultMs: number, limit: number): Promise<Suspect[]> {
  const silentSince = sql`${timeOfDay} - ${silentAfterMs(defaultMs)} * interval '1 millisecond'`;
  const unknown = (kinds: readonly TroubleKind[]) => sql`not exists (select 1 from device_troubles
    where device_id = devices.id and kind = any(${kinds}::text[]))`;
  const { rows } = await sql<Suspect>`
    select ${watched}, ${silentAfterMs(defaultMs)} as silent_after_ms
    from devices join users on users.id = devices.user_id and users.status = 'active'
      left join escalation_plans on escalation_plans.patient_id = devices.user_id
    where devices.disabled_at is null and (
      devices.last_seen <= ${silentSince} and ${unknown(['SILENT'])}
      or devices.last_seen > ${silentSince} and (
        devices.battery_level <= 20 and ${unknown(['BATTERY_20', 'BATTERY_5'])}
        or devices.battery_level <= 5 and ${unknown(['BATTERY_5'])}
        or devices.sensors_initialized = false and ${unknown(['SENSORS'])}))
    limit ${limit}`.execute(db);
  return rows;
}

export interface OpenTrouble extends Suspect {
  readonly kind: TroubleKind;
  readonly since: string;
  readonly escalationId: string | null;
}

/** Troubles that may be over; the rules decide. */
export async function listTroubles(db: Db, defaultMs: number): Promise<OpenTrouble[]> {
  const { rows } = await sql<OpenTrouble>`
    select ${watched}, ${silentAfterMs(defaultMs)} as silent_after_ms, kind, since, escalation_id
    from device_troubles join devices on devices.id = device_troubles.device_id
      left join escalation_plans on escalation_plans.patient_id = devices.user_id
    where kind <> 'SILENT' or devices.disabled_at is not null
      or devices.last_seen > ${timeOfDay} - ${silentAfterMs(defaultMs)} * interval '1 millisecond'`.execute(db);
  return rows;
}

/** False when another process has just told of it. */
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

/** False when another process has just ended it. */
export async function deleteTrouble(db: Db, deviceId: string, kind: TroubleKind): Promise<boolean> {
  const gone = db.deleteFrom('deviceTroubles').where('deviceId', '=', deviceId).where('kind', '=', kind);
  return (await gone.returning('deviceId').executeTakeFirst()) !== undefined;
}
