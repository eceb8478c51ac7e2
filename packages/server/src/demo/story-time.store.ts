import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';

/** Where the story is, for the database too, in whose time alerts are raised and answered; null: back to the present. */
export async function moveServiceTime(db: Db, toMs: number | null): Promise<void> {
  await sql`delete from time_shift`.execute(db);
  if (toMs === null) return;
  await sql`
    insert into time_shift
    values (make_interval(secs => ${toMs / 1_000} - extract(epoch from clock_timestamp())::double precision))`.execute(
    db,
  );
}
