import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { FoundFall } from './thresholds.rules.js';

type OwnThreshold = Selectable<Tables['alertThresholds']>;

export function findThreshold(db: Db, patientId: string): Promise<OwnThreshold | undefined> {
  return db.selectFrom('alertThresholds').selectAll().where('patientId', '=', patientId).executeTakeFirst();
}

/** With the name of the person who set it. */
export function findNamedThreshold(
  db: Db,
  patientId: string,
): Promise<(OwnThreshold & { readonly setByName: string | null }) | undefined> {
  return db
    .selectFrom('alertThresholds')
    .leftJoin('users', 'users.id', 'alertThresholds.setBy')
    .selectAll('alertThresholds')
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('setByName'))
    .where('patientId', '=', patientId)
    .executeTakeFirst();
}

/** Until the commit. Setting a threshold and the answer that forbids it then follow each other, in either order. */
export async function lockPatient(db: Db, patientId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', patientId).forNoKeyUpdate().execute();
}

export async function upsertThreshold(db: Db, threshold: Insertable<Tables['alertThresholds']>): Promise<void> {
  const { patientId, ...changes } = threshold;
  await db
    .insertInto('alertThresholds')
    .values(threshold)
    .onConflict((conflict) => conflict.column('patientId').doUpdateSet(changes))
    .execute();
}

export async function deleteThreshold(db: Db, patientId: string): Promise<boolean> {
  const deleted = db.deleteFrom('alertThresholds').where('patientId', '=', patientId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

/** More than a wearer has in the period, even with an alert every hour. */
const maxFalls = 3_000;

/** Falls that the detector found (only these have an explanation), newest first. */
export function listFoundFalls(db: Db, patientId: string, since: string): Promise<FoundFall[]> {
  return db
    .selectFrom('falls')
    .select(['confidence', 'outcome', 'cancelledAt', 'confirmedAt', 'falseAlarmAct', 'withheldUpTo'])
    .select(sql<boolean>`exists (select from alerts where alerts.fall_id = falls.id)`.as('hasAlert'))
    .where('userId', '=', patientId)
    .where('createdAt', '>=', since)
    .where('explanation', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxFalls)
    .execute();
}
