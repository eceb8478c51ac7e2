/**
 * DuckDB, which reads and writes Parquet. Loaded only here and only when the archive is used: its library takes 68 MB on
 * disk, and 60 MB of memory once it is loaded.
 */

import { join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';

export interface DuckDb {
  run(statement: string): Promise<void>;
  /** Each row is an array of its values; integers of 64 bits are bigints. */
  rows(statement: string): Promise<DuckDBValue[][]>;
  /** The rows in pieces of at most 2,048. */
  pieces(statement: string): AsyncGenerator<DuckDBValue[][]>;
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
    async *pieces(statement) {
      const result = await connection.stream(statement);
      for (;;) {
        const chunk = await result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) return;
        yield chunk.getRows();
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function withDuckDb<T>(folder: string, work: (duck: DuckDb) => Promise<T>): Promise<T> {
  const duck = await openDuckDb(folder);
  try {
    return await work(duck);
  } finally {
    duck.close();
  }
}
