import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.js';

/** How many rows a query without a selection matches. */
export async function countOf<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}
