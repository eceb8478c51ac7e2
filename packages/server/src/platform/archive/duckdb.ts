/**
 * DuckDB, which reads and writes Parquet. Loaded only here and only when the archive is used: its library takes 68 MB on
 * disk, and 60 MB of memory once it is loaded.
 */

import { join } from 'node:path';
import type { DuckDBValue, DuckDBVector } from '@duckdb/node-api';

export interface DuckDb {
  run(statement: string): Promise<void>;
  /** Each row is an array of its values; integers of 64 bits are bigints. */
  rows(statement: string): Promise<DuckDBValue[][]>;
  /**
   * The columns, in pieces of at most 2,048 rows. All must be DOUBLE without NULL: a value then takes 12 ns, and with
   * several types and NULLs 100.
   */
  numbers(statement: string): AsyncGenerator<Float64Array[]>;
}

const settings = {
  // The work is done beside requests: it must leave them the other cores.
  threads: '1',
  memory_limit: '512MB',
  // Nothing is downloaded, and no statement reads anything but the files it names.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/** A database in this folder, which the caller deletes after closing it. */
export async function openDuckDb(folder: string): Promise<DuckDb & { readonly close: () => void }> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(join(folder, 'work.duckdb'), settings);
  const connection = await instance.connect();
  return {
    async run(statement) {
      await connection.run(statement);
    },
    async rows(statement) {
      return (await connection.runAndReadAll(statement)).getRows();
    },
    async *numbers(statement) {
      const result = await connection.stream(statement);
      for (;;) {
        const chunk = await result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) return;
        yield Array.from({ length: chunk.columnCount }, (_, index) => toNumbers(chunk.getColumnVector(index)));
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function toNumbers(vector: DuckDBVector): Float64Array {
  const numbers = new Float64Array(vector.itemCount);
  for (let row = 0; row < numbers.length; row += 1) numbers[row] = vector.getItem(row) as number;
  return numbers;
}

export async function withDuckDb<T>(folder: string, work: (duck: DuckDb) => Promise<T>): Promise<T> {
  const duck = await openDuckDb(folder);
  try {
    return await work(duck);
  } finally {
    duck.close();
  }
}
