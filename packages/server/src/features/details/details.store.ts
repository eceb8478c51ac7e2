import type { Updateable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { NumberToCall } from './details.schema.js';

export async function upsertDetails(
  db: Db,
  userId: string,
  details: Updateable<Tables['patientDetails']>,
): Promise<void> {
  await db
    .insertInto('patientDetails')
    .values({ ...details, userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(details))
    .execute();
}

export async function replacePhoneNumbers(db: Db, patientId: string, numbers: readonly NumberToCall[]): Promise<void> {
  await db.deleteFrom('phoneNumbers').where('patientId', '=', patientId).execute();
  if (numbers.length === 0) return;
  const rows = numbers.map((number, position) => ({ ...number, patientId, position }));
  await db.insertInto('phoneNumbers').values(rows).execute();
}
