import pg from 'pg';

/**
 * Value formats of both databases: times as ISO strings in UTC, dates as text without conversion, counts as numbers.
 */
const oid = { int8: 20, date: 1082, timestamptz: 1184 } as const;

const readValue: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.int8]: Number,
  [oid.date]: (text) => text,
  [oid.timestamptz]: (text) => new Date(text).toISOString(),
};

export const pgliteParsers = readValue;

/** node-postgres asks for a parser per type id; everything else keeps its default. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (format !== 'binary' && readValue[id]) || pg.types.getTypeParser(id, format),
};
