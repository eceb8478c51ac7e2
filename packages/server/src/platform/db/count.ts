import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.js';

/** Counts the rows that a query without a selection matches. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}
