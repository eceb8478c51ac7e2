import { toShortestDecimal } from '../../platform/db/shortest-decimal.js';
import { generateFunction } from '../../platform/generate-function.js';
import { archiveColumns, missing, readingKeys } from './archive.rules.js';

/** Its keys and values are those of a row from the database. */
export type ArchivedReading = Readonly<Record<string, unknown>>;

type Columns = readonly ArrayLike<number | string>[];

/** A literal: 0.4 µs a reading. Setting one key after the other took 1 µs. */
const toReading = generateFunction<(columns: Columns, row: number) => ArchivedReading>(
  ['columns', 'row'],
  [
    'return {',
    ...readingKeys.map((key, index) => {
      const value = `columns[${index}][row]`;
      return `${key}: ${value} === missing ? null : ${value},`;
    }),
    '};',
  ],
  { missing },
);

/** The columns are those of `archiveColumns` without the device. Plain loops: a day of a device has 86,400 rows. */
export function toReadings(numbers: readonly Float64Array[]): ArchivedReading[] {
  const columns = archiveColumns.slice(1).map(({ type }, index) => {
    const column = numbers[index] as Float64Array;
    if (type === 'TIMESTAMPTZ') return toTimes(column);
    return type === 'FLOAT' ? toReals(column) : column;
  });
  const readings: ArchivedReading[] = [];
  const rows = numbers[0]?.length ?? 0;
  for (let row = 0; row < rows; row += 1) readings.push(toReading(columns, row));
  return readings;
}

function toReals(column: Float64Array): Float64Array {
  const reals = new Float64Array(column.length);
  for (let row = 0; row < reals.length; row += 1) {
    const value = column[row] as number;
    reals[row] = value === missing ? value : toShortestDecimal(value);
  }
  return reals;
}

const minuteMs = 60_000;

/** Each as of `toISOString`, which takes 1.2 µs; the part before the seconds is the same for a minute: 0.2 µs. */
function toTimes(column: Float64Array): string[] {
  const times: string[] = [];
  let [minute, upToMinute] = [Number.NaN, ''];
  for (const ms of column) {
    const current = Math.floor(ms / minuteMs);
    if (current !== minute) {
      minute = current;
      upToMinute = new Date(minute * minuteMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:'.length);
    }
    const digits = String(100_000 + ms - minute * minuteMs);
    const fromSeconds = `${digits.slice(1, 3)}.${digits.slice(3)}Z`;
    times.push(upToMinute + fromSeconds);
  }
  return times;
}
