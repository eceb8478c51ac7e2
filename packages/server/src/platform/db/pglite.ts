import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { preparePrivateFolder } from '../private-folder.js';
import { unavailable } from '../refusal.js';
import { pgliteParsers } from './drivers.js';
import { lockFolder } from './folder-lock.js';

/** The same as for PostgreSQL's pool. */
const connectTimeoutMs = 2_000;

/**
 * The embedded database as a pool of one connection. A transaction holds the connection until it ends: code that uses
 * the outer handle inside a transaction waits for itself and is refused, so the mistake shows in development.
 */
export async function openPglite(dataDir: string | 'memory'): Promise<PostgresPool> {
  const unlock = dataDir === 'memory' ? undefined : lockDataDir(dataDir);
  const database = await PGlite.create({
    ...(dataDir === 'memory' ? { dataDir: 'memory://' } : { fs: new PrivateNodeFS(join(dataDir, 'database')) }),
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

/** The part of Emscripten's file system driver that sets file modes. */
interface FileDriver {
  doSetAttr: (arg: unknown, node: unknown, attr: { readonly mode?: number }, ...rest: unknown[]) => void;
}

/**
 * Emscripten sets mode 0666 on each file it creates, whatever the umask: this removes the rights of group and others.
 */
class PrivateNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    const keepPrivate = ({ NODEFS: driver }: { NODEFS: FileDriver }): void => {
      const { doSetAttr } = driver;
      driver.doSetAttr = (arg, node, attr, ...rest) =>
        doSetAttr(arg, node, attr.mode === undefined ? attr : { ...attr, mode: attr.mode & ~0o077 }, ...rest);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [keepPrivate as never, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

function lockDataDir(dataDir: string): () => void {
  preparePrivateFolder(dataDir);
  return lockFolder(dataDir);
}

/** Resolves when this caller holds the connection. */
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
  // Like node-postgres: without parameters, use the simple protocol, which accepts several statements in one text.
  const result =
    parameters.length === 0
      ? (await database.exec(text)).at(-1)
      : await database.query<Row>(text, parameters as unknown[]);
  // Kysely reads the command only to decide whether to return the number of changed rows.
  const command = /^\s*(insert|update|delete|merge)\b/i.exec(text)?.[1]?.toUpperCase() ?? 'SELECT';
  return {
    command: command as PostgresQueryResult<Row>['command'],
    rowCount: result?.affectedRows ?? 0,
    rows: (result?.rows ?? []) as Row[],
  };
}
