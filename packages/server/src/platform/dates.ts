import { invalid } from './refusal.js';

const dayMs = 86_400_000;
/** The range that the database can store and `toISOString` writes with four-digit years. */
const firstMs = Date.parse('0001-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');
const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

export interface DateRange {
  readonly from?: string;
  /** Exclusive. */
  readonly before?: string;
}

/** Parses `dateFrom` and `dateTo` of a query: dates or times. A `dateTo` without a time includes that UTC day. */
export function parseDateRange(query: { dateFrom?: string | undefined; dateTo?: string | undefined }): DateRange {
  const from = query.dateFrom === undefined ? undefined : parseStart('dateFrom', query.dateFrom);
  const before = query.dateTo === undefined ? undefined : parseEnd('dateTo', query.dateTo);
  if (from !== undefined && before !== undefined && from >= before)
    throw invalid({ dateTo: 'must not be before dateFrom' });
  return {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(before === undefined ? {} : { before: new Date(before).toISOString() }),
  };
}

/** A time, or the start of a UTC day. */
export function parseStart(field: string, text: string): number {
  const ms = Date.parse(text);
  const day = text.slice(0, 10);
  const isReal = new Date(Date.parse(day)).toJSON()?.startsWith(day) && (dateForm.test(text) || timeForm.test(text));
  if (Number.isNaN(ms) || !isReal || ms < firstMs)
    throw invalid({
      [field]: `must be a date like 2026-01-31 or a time like 2026-01-31T12:00:00Z; got "${text.slice(0, 40)}"`,
    });
  return ms;
}

/** A time includes its millisecond; a date includes its whole day. */
function parseEnd(field: string, text: string): number {
  return Math.min(parseStart(field, text) + (dateForm.test(text) ? dayMs : 1), lastMs);
}

let parsedText = '';
let parsedMs = Number.NaN;

/** `Date.parse` for the sensor stream: all readings of a batch have the same time, which is parsed once. */
export function parseTime(text: string): number {
  if (text !== parsedText) {
    parsedMs = Date.parse(text);
    parsedText = text;
  }
  return parsedMs;
}
