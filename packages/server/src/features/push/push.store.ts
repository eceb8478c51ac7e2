import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const name = 'push';

/** The pair of this installation. The first call stores the one that it offers. */
export async function ensureKeys(db: Db, offered: () => PushKeys): Promise<PushKeys> {
  const find = () => db.selectFrom('installationKeys').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.value as PushKeys;
  await db
    .insertInto('installationKeys')
    .values({ name, value: JSON.stringify(offered()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await find())?.value as PushKeys;
}

export async function deleteDeadSubscriptions(db: Db): Promise<void> {
  await sql`delete from contact_points
    where kind = 'push' and failing_since < service_now() - interval '7 days'`.execute(db);
}
