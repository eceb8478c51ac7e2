import Type from 'typebox';
import { OneOf, Text } from './shapes.js';

const maxLimit = 100;

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export interface Paged<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** `page` and `limit` of a list query. A limit over 100 is answered with 100, so there is no maximum here. */
export function pageQuery(defaultLimit = 10) {
  return {
    page: Type.Integer({ minimum: 1, default: 1 }),
    limit: Type.Integer({ minimum: 1, default: defaultLimit, description: 'At most 100; more is answered with 100.' }),
  };
}

/** `sort` and `order`: fields by their camelCase names; `created_at` is accepted for `createdAt`. */
export function sortQuery<const Field extends string>(fields: readonly Field[], defaultOrder: 'asc' | 'desc' = 'desc') {
  const spellings = [...new Set(fields.flatMap((field) => [snakeCase(field), field]))];
  return {
    sort: OneOf(spellings, { default: spellings[0] }),
    order: Type.String({
      pattern: '^([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$',
      default: defaultOrder,
      description: 'must be one of desc, asc, in any case',
    }),
  };
}

/** `search` of a list query. */
export function searchQuery(where: string) {
  return {
    search: Type.Optional(
      Text({ max: 100, description: `Each word is a part of ${where}. Case and diacritics do not matter.` }),
    ),
  };
}

export function toSort<Field extends string>(query: { sort: string; order: string }): Sort<Field> {
  const field = query.sort.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Field;
  return { field, direction: query.order.toLowerCase() as 'asc' | 'desc' };
}

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

export function toPage(query: Page): Page & { readonly offset: number } {
  const limit = Math.min(query.limit, maxLimit);
  return { page: query.page, limit, offset: Math.min((query.page - 1) * limit, Number.MAX_SAFE_INTEGER) };
}

export function replyPage<Row>(query: Page, { rows, total }: Paged<Row>) {
  const { page, limit } = toPage(query);
  return {
    success: true as const,
    data: rows,
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
