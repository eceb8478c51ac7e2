import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './tables.js';

/**
 * Whether this row is on the page. `page` is a list query for ids alone, with order, limit and offset: a page far back
 * then neither reads nor sorts the rows that it skips. Ids are passed as an array: PostgreSQL then looks each one up by
 * index; with `in` it would scan a small table from end to end.
 */
export function isOnPage<Table extends keyof Tables>(
  id: `${Table & string}.id`,
  page: SelectQueryBuilder<Tables, Table, { id: string }>,
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(id)} = any(array(${page}))`;
}
