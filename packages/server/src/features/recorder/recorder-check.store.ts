import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface RecorderProgress {
  /** The written position of each partition of this journal; a partition without a row has none. */
  readonly positions: readonly { readonly partition: number; readonly sequence: number }[];
  readonly lastCommitAt: string | null;
  readonly setAside: number;
  /** The database's clock. */
  readonly nowMs: number;
}

export async function readRecorderProgress(db: Db, log: string): Promise<RecorderProgress> {
  const { rows } = await sql<RecorderProgress>`
    select coalesce(jsonb_agg(jsonb_build_object('partition', partition, 'sequence', sequence))
        filter (where log is not null), '[]') as positions,
      max(committed_at) as last_commit_at,
      (select count(*) from refused_records) as set_aside,
      (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms
    from recorded where log = ${log}`.execute(db);
  return rows[0] as RecorderProgress;
}
