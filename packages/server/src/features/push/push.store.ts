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
