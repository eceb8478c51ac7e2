import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';

/** Sets the time of the story in the database too, whose time alerts use; null: back to the present. */
export async function moveServiceTime(db: Db, toMs: number | null): Promise<void> {
  await sql`delete from time_shift`.execute(db);
  if (toMs === null) return;
  await sql`
    insert into time_shift
    values (make_interval(secs => ${toMs / 1_000} - extract(epoch from clock_timestamp())::double precision))`.execute(
    db,
  );
}
