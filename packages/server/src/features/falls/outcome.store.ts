import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { OutcomeRecord } from './outcome.schema.js';

export async function insertOutcomeRecord(db: Db, record: Insertable<Tables['outcomeRecords']>): Promise<void> {
  await db.insertInto('outcomeRecords').values(record).execute();
}

/** Oldest first. */
export function listOutcomeRecords(db: Db, fallId: string): Promise<OutcomeRecord[]> {
  return db
    .selectFrom('outcomeRecords')
    .leftJoin('users', 'users.id', 'recordedBy')
    .select(['recordedAt', 'recordedBy', 'outcome', 'note', 'act', 'injury', 'headImpact', 'ambulance', 'liftedBy'])
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('recordedByName'))
    .where('fallId', '=', fallId)
    .orderBy('recordedAt')
    .orderBy('outcomeRecords.id')
    .execute();
}
