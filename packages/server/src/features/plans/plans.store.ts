import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export type OwnPlan = Selectable<Tables['escalationPlans']>;

export function findPlan(db: Db, patientId: string): Promise<OwnPlan | undefined> {
  return db.selectFrom('escalationPlans').selectAll().where('patientId', '=', patientId).executeTakeFirst();
}

export async function upsertPlan(db: Db, plan: Insertable<Tables['escalationPlans']>): Promise<void> {
  const { patientId, ...changes } = plan;
  await db
    .insertInto('escalationPlans')
    .values(plan)
    .onConflict((conflict) => conflict.column('patientId').doUpdateSet(changes))
    .execute();
}
