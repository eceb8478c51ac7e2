import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { notFound } from '../../platform/refusal.js';
import type { ReportPerson } from './report.schema.js';

export interface ReportFacts extends ReportPerson {
  readonly closedByName: string | null;
}

/** About whom the report is, and who closed it. */
export function getReportFacts(db: Db, fallId: string): Promise<ReportFacts> {
  const fullName = (table: 'users' | 'closer') =>
    sql<string>`${sql.ref(`${table}.firstName`)} || ' ' || ${sql.ref(`${table}.lastName`)}`;
  return db
    .selectFrom('falls')
    .innerJoin('users', 'users.id', 'falls.userId')
    .leftJoin('patientDetails', 'patientDetails.userId', 'users.id')
    .leftJoin('devices', 'devices.id', 'falls.deviceId')
    .leftJoin('users as closer', 'closer.id', 'falls.resolvedBy')
    .select(['users.id', 'users.dateOfBirth', 'room', 'ward', 'patientDetails.address', 'devices.name as deviceName'])
    .select([fullName('users').as('name'), fullName('closer').as('closedByName')])
    .where('falls.id', '=', fallId)
    .executeTakeFirstOrThrow(() => notFound('Fall')) as Promise<ReportFacts>;
}
