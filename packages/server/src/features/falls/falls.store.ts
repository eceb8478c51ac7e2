import type { FallLevel } from '@fallwatch/detection';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { isOnPage } from '../../platform/db/page-ids.js';
import type { FallOutcome } from '../../platform/db/tables/falls.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, type Sort, toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { FallSortField } from './falls.schema.js';

export type FallRecord = Selectable<Tables['falls']>;

export interface FallFilter {
  readonly userId?: string | undefined;
  readonly statuses?: readonly FallLevel[] | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A fall with the fields of the lists. */
export interface ListedFall extends FallRecord {
  readonly patientName: string;
  readonly firstAcknowledgedAt: string | null;
}

export function insertFall(db: Db, fall: Insertable<Tables['falls']>): Promise<FallRecord> {
  return db.insertInto('falls').values(fall).returningAll().executeTakeFirstOrThrow();
}

export function findFallByKey(db: Db, userId: string, idempotencyKey: string): Promise<FallRecord | undefined> {
  return db
    .selectFrom('falls')
    .selectAll()
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Locks the device until the commit, so that two readings at once become one incident. */
export async function findOpenIncident(
  db: Db,
  { deviceId, at }: { readonly deviceId: string; readonly at: string },
  durationMs: number,
): Promise<FallRecord | undefined> {
  await db.selectFrom('devices').select('id').where('id', '=', deviceId).forUpdate().execute();
  // Also later falls: clocks differ, and the journal may deliver the first reading of an incident after the others.
  const [from, to] = [-durationMs, durationMs].map((ms) => new Date(Date.parse(at) + ms).toISOString());
  return db
    .selectFrom('falls')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .where('createdAt', '>=', from as string)
    .where('createdAt', '<=', to as string)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function hasFall(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('falls').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Maps an id that was returned to the device to the fall that was recorded under another id. */
export async function insertAlias(db: Db, id: string, fallId: string): Promise<void> {
  await db
    .insertInto('fallAliases')
    .values({ id, fallId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function hasDevice(db: Db, id: string, userId: string): Promise<boolean> {
  const found = db.selectFrom('devices').select('id').where('id', '=', id).where('userId', '=', userId);
  return (await found.executeTakeFirst()) !== undefined;
}

export interface RaisedFall {
  readonly confidence: number;
  readonly status: FallLevel;
  readonly sensorData: string;
  readonly explanation: string;
  readonly evidence: string;
  readonly updatedAt: string;
}

export async function updateRaised(db: Db, id: string, raised: RaisedFall): Promise<void> {
  await db.updateTable('falls').set(raised).where('id', '=', id).execute();
}

export async function updateWithheld(db: Db, id: string, withheldUpTo: number | null): Promise<void> {
  await db.updateTable('falls').set({ withheldUpTo }).where('id', '=', id).execute();
}

export interface Findings {
  readonly notes?: string | null | undefined;
  readonly outcome?: FallOutcome | null | undefined;
}

/** Keeps the first flag; findings may be added later. */
export async function updateInvestigation(db: Db, id: string, by: string, at: string, { notes, outcome }: Findings) {
  await db
    .updateTable('falls')
    .set((eb) => ({
      investigationAt: eb.fn.coalesce('investigationAt', sql<string>`${at}::timestamptz`),
      investigationBy: eb.fn.coalesce('investigationBy', sql<string>`${by}::uuid`),
      ...(notes === undefined ? {} : { investigationNotes: notes }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(outcome === undefined || outcome === 'FALSE_ALARM' ? {} : { falseAlarmAct: null }),
      ...(outcome === 'FALSE_ALARM' ? { injury: null, headImpact: null, ambulance: null, liftedBy: null } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Locked until the commit: the wearer and a caregiver may answer at the same time. Steps can still reference the row.
 */
export function getFallLocked(db: Db, id: string): Promise<FallRecord> {
  return db
    .selectFrom('falls')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Fall'));
}

export type WearerAnswer = Pick<Updateable<Tables['falls']>, 'cancelledAt' | 'confirmedAt' | 'withheldUpTo'>;
export type Resolution = Pick<
  Updateable<Tables['falls']>,
  | 'outcome'
  | 'resolvedAt'
  | 'resolvedBy'
  | 'resolutionNote'
  | 'falseAlarmAct'
  | 'injury'
  | 'headImpact'
  | 'ambulance'
  | 'liftedBy'
>;

/** Stores the wearer's answer or the outcome. */
export async function updateResponse(db: Db, id: string, response: WearerAnswer | Resolution): Promise<void> {
  await db.updateTable('falls').set(response).where('id', '=', id).execute();
}

function selectListed(db: Db) {
  return db
    .selectFrom('falls')
    .innerJoin('users', 'users.id', 'falls.userId')
    .selectAll('falls')
    .select([
      sql<string>`users.first_name || ' ' || users.last_name`.as('patientName'),
      // Resolving a fall counts as an acknowledgement.
      sql<
        string | null
      >`least((select min(acknowledged_at) from alerts where alerts.fall_id = falls.id), falls.resolved_at)`.as(
        'firstAcknowledgedAt',
      ),
    ]);
}

export function getListedFall(db: Db, id: string): Promise<ListedFall> {
  return selectListed(db)
    .where('falls.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Fall'));
}

export async function listFalls(
  db: Db,
  filter: FallFilter,
  sort: Sort<FallSortField>,
  page: Page,
): Promise<Paged<ListedFall>> {
  const { limit, offset } = toPage(page);
  // Select ids only, in index order: the rows that the offset skips must not be sorted with their evidence.
  const shown = filtered(db.selectFrom('falls').select('falls.id'), filter)
    .orderBy(`falls.${sort.field}`, sort.direction)
    .orderBy('falls.id', 'desc')
    .limit(limit)
    .offset(offset);
  const rows = await selectListed(db)
    .where(isOnPage('falls.id', shown))
    .orderBy(`falls.${sort.field}`, sort.direction)
    .orderBy('falls.id', 'desc')
    .execute();
  return { rows, total: await countRows(filtered(db.selectFrom('falls'), filter)) };
}

interface Filterable<Self> {
  where(column: never, operator: never, value: never): Self;
}

/** One function, so that the rows and their count use the same conditions. */
function filtered<Query extends Filterable<Query>>(query: Query, filter: FallFilter): Query {
  let matching = query;
  const add = (column: string, operator: string, value: unknown): void => {
    matching = matching.where(column as never, operator as never, value as never);
  };
  if (filter.userId) add('falls.userId', '=', filter.userId);
  if (filter.statuses) add('falls.status', 'in', filter.statuses);
  if (filter.from) add('falls.createdAt', '>=', filter.from);
  if (filter.before) add('falls.createdAt', '<', filter.before);
  return matching;
}

/** Which of these people the caregiver is assigned to. */
export async function listAssignedAmong(db: Db, caregiverId: string, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('assignments')
    .select('patientId')
    .where('caregiverId', '=', caregiverId)
    .where('patientId', 'in', userIds)
    .execute();
  return new Set(rows.map((row) => row.patientId));
}

/** Falls with an outcome, with the evidence of the detector. Ids only, no personal data. */
export function listLabelled(db: Db, afterId: string, limit: number) {
  return db
    .selectFrom('falls')
    .select(['id', 'confidence', 'status', 'outcome', 'explanation', 'evidence'])
    .where('outcome', 'is not', null)
    .where('evidence', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function countFallsSince(db: Db, since: string): Promise<number> {
  return countRows(db.selectFrom('falls').where('createdAt', '>=', since).where('status', '!=', 'NO_FALL'));
}
