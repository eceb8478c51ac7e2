import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { ending, isAlarm, type Scope } from './alarms.store.js';

export interface ExportedFall {
  readonly escalationId: string;
  /** `raised_at` to the microsecond: rounded to the millisecond of other times, the last row would be read again. */
  readonly raisedAt: string;
  readonly date: string;
  readonly time: string;
  readonly person: string;
  readonly ward: string | null;
  readonly room: string | null;
  readonly location: string | null;
  readonly level: string;
  readonly outcome: string;
  readonly answeredAfterSeconds: number | null;
  readonly device: string | null;
  readonly fallId: string;
}

export interface Piece {
  readonly timeZone: string;
  /** The last row of the piece before. */
  readonly after: Pick<ExportedFall, 'raisedAt' | 'escalationId'>;
  readonly limit: number;
}

/** Oldest first, with the date and time in the time zone. */
export async function listFallsToExport(db: Db, scope: Scope, piece: Piece): Promise<ExportedFall[]> {
  const { timeZone, after, limit } = piece;
  const { rows } = await sql<ExportedFall>`
    select escalations.id as escalation_id, raised_at::text as raised_at, to_char(raised_at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      to_char(raised_at at time zone ${timeZone}, 'HH24:MI:SS') as time,
      users.first_name || ' ' || users.last_name as person, ward, room, falls.location, falls.status as level,
      ${ending} as outcome, round(extract(epoch from first_acknowledged_at - raised_at))::integer as answered_after_seconds,
      devices.name as device, falls.id as fall_id
    from escalations join falls on falls.id = fall_id join users on users.id = escalations.patient_id
      left join patient_details on patient_details.user_id = users.id left join devices on devices.id = falls.device_id
    where ${isAlarm(scope)}
      and (escalations.raised_at, escalations.id) > (${after.raisedAt}::timestamptz, ${after.escalationId}::uuid)
    order by escalations.raised_at, escalations.id limit ${limit}`.execute(db);
  return rows;
}
