import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { unavailable } from '../refusal.js';
import { pgliteParsers } from './drivers.js';
import { lockFolder } from './folder-lock.js';

/** As for PostgreSQL's pool: nobody waits longer for a connection. */
const connectTimeoutMs = 2_000;

/**
 * The embedded database as a pool of one connection. A transaction holds it until the end, so code that uses
 * the outer handle inside a transaction waits for itself and is refused: the mistake shows on a laptop.
 */
export async function openPglite(dataDir: string | 'memory'): Promise<PostgresPool> {
  const unlock = dataDir === 'memory' ? undefined : lockDataDir(dataDir);
  const database = await PGlite.create({
    dataDir: dataDir === 'memory' ? 'memory://' : join(dataDir, 'database'),
    parsers: pgliteParsers,
  });
  const waiting: (() => void)[] = [];
  let isTaken = false;

  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else isTaken = false;
  };
  const client: PostgresPoolClient = {
    query: ((text: string, parameters: readonly unknown[]) =>
      runQuery(database, text, parameters)) as PostgresPoolClient['query'],
    release,
  };

  return {
    async connect() {
      if (isTaken) await turn(waiting);
      isTaken = true;
      return client;
    },
    async end() {
      await database.close();
      unlock?.();
    },
  };
}

function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  return lockFolder(dataDir);
}

/** Resolves when the connection has been handed on to this caller. */
function turn(waiting: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(unavailable('The database is busy. Try again.'));
    }, connectTimeoutMs);
    waiting.push(take);
  });
}

async function runQuery<Row>(
  database: PGlite,
  text: string,
  parameters: readonly unknown[],
): Promise<PostgresQueryResult<Row>> {
  // Like node-postgres: without parameters the simple protocol runs, which takes several statements in one text.
  const result =
    parameters.length === 0
      ? (await database.exec(text)).at(-1)
      : await database.query<Row>(text, parameters as unknown[]);
  // Kysely reads the command only to know whether a count of changed rows is due.
  const command = /^\s*(insert|update|delete|merge)\b/i.exec(text)?.[1]?.toUpperCase() ?? 'SELECT';
  return {
    command: command as PostgresQueryResult<Row>['command'],
    rowCount: result?.affectedRows ?? 0,
    rows: (result?.rows ?? []) as Row[],
  };
}
