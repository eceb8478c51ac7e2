import type { Db } from '../../platform/db/database.js';

export interface SetAsideRecord {
  readonly digest: Buffer;
  readonly bytes: Buffer;
  readonly problem: string;
  readonly refusedAt: string;
}

export function listSetAside(db: Db): Promise<SetAsideRecord[]> {
  return db.selectFrom('refusedRecords').selectAll().orderBy('refusedAt').execute();
}

export async function deleteSetAside(db: Db, digest: Buffer): Promise<void> {
  await db.deleteFrom('refusedRecords').where('digest', '=', digest).execute();
}
