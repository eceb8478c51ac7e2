import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export interface NewSilence {
  readonly deviceId: string;
  readonly readingAt: string;
  readonly withinMs: number;
  readonly sensorData: object;
  readonly state: Uint8Array;
}

/** One row per device: a later undecided impact replaces an earlier one. The due time uses the database's clock. */
export async function upsertSilence(db: Db, silence: NewSilence): Promise<void> {
  const { deviceId, readingAt, withinMs, sensorData, state } = silence;
  const watched = {
    readingAt,
    noticedAt: sql<string>`service_now()`,
    dueAt: sql<string>`service_now() + make_interval(secs => ${withinMs / 1_000}::double precision)`,
    sensorData: JSON.stringify(sensorData),
    state,
  };
  await db
    .insertInto('silences')
    .values({ deviceId, ...watched })
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet(watched))
    .execute();
}

export type DueSilence = Selectable<Tables['silences']> & {
  readonly userId: string;
  readonly lastSeen: string | null;
  /** Time since the reading, by the database's clock. */
  readonly silentMs: number;
};

/** Claims one due row until the commit. */
export function claimDueSilence(db: Db): Promise<DueSilence | undefined> {
  return db
    .selectFrom('silences')
    .innerJoin('devices', 'devices.id', 'silences.deviceId')
    .selectAll('silences')
    .select(['devices.userId', 'devices.lastSeen'])
    .select(sql<number>`ceil(extract(epoch from service_now() - silences.noticed_at) * 1000)::integer`.as('silentMs'))
    .where(sql<boolean>`silences.due_at <= service_now()`)
    .orderBy('silences.dueAt')
    .limit(1)
    .forUpdate('silences')
    .skipLocked()
    .executeTakeFirst();
}

export async function deleteSilence(db: Db, deviceId: string): Promise<void> {
  await db.deleteFrom('silences').where('deviceId', '=', deviceId).execute();
}
