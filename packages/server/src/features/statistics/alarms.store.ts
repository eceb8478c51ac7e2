import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** The weeks of a report: this one and those before it. */
export interface Period {
  /** Monday 00:00 of the first week, in the reader's time zone. */
  readonly from: string;
  readonly to: string;
  /** The Monday of the first week. */
  readonly firstWeek: string;
}

/** Which alerts a report is about. Left out: all. */
export interface Scope {
  readonly from: string;
  readonly before?: string | undefined;
  /** Only people who are assigned to this caregiver. */
  readonly caregiverId?: string | undefined;
  readonly ward?: string | undefined;
  readonly patientId?: string | undefined;
}

/** Weeks begin at midnight on Monday in the time zone, also in a week of 167 or 169 hours. */
export async function readPeriod(db: Db, weeks: number, timeZone: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select first at time zone ${timeZone} as "from", service_now() as "to", first::date as first_week
    from (select date_trunc('week', service_now() at time zone ${timeZone}) - make_interval(weeks => ${weeks - 1})
      as first) period`.execute(db);
  return rows[0] as Period;
}

/** The month from its first midnight in the time zone, also if its clocks change. Ends now if it is not over. */
export async function readMonth(db: Db, month: string, timeZone: string): Promise<Pick<Period, 'from' | 'to'>> {
  const { rows } = await sql<Pick<Period, 'from' | 'to'>>`
    select first at time zone ${timeZone} as "from",
      least(service_now(), (first + interval '1 month') at time zone ${timeZone}) as "to"
    from (select ${`${month}-01`}::timestamp as first) month`.execute(db);
  return rows[0] as Pick<Period, 'from' | 'to'>;
}

/** A condition on `escalations`: alerts about falls in the scope, no drills. Falls that share an escalation count once. */
export function isAlarm({ from, before, caregiverId, ward, patientId }: Scope): RawBuilder<boolean> {
  const conditions = [sql`escalations.type = 'FALL_DETECTED' and not is_drill and raised_at >= ${from}::timestamptz`];
  if (before) conditions.push(sql`raised_at < ${before}::timestamptz`);
  if (patientId) conditions.push(sql`escalations.patient_id = ${patientId}`);
  if (ward) conditions.push(sql`escalations.patient_id in (select user_id from patient_details where ward = ${ward})`);
  if (caregiverId)
    conditions.push(
      sql`escalations.patient_id in (select patient_id from assignments where caregiver_id = ${caregiverId})`,
    );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** How the fall of an escalation ended, of the joined tables `falls` and `escalations`. */
export const ending = sql<string>`coalesce(falls.outcome,
  case when closed_as = 'CANCELLED' then 'CANCELLED' else 'NOT_RECORDED' end)`;
