import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyIn } from './copy-in.js';

interface BulkOptions {
  readonly name: string;
  /** A statement that takes longer is cancelled and retried. */
  readonly statementTimeoutMs: number;
  /**
   * For a server that does not answer at all; 0: none. The driver never clears the timer of a COPY: a process that has to
   * end by itself would wait for it.
   */
  readonly answerTimeoutMs: number;
}

/**
 * A recorder holds a lock until its connection ends, and so does a process that changes the archive. If its machine loses
 * power or hangs, nothing ends the connection: PostgreSQL then does so after this time without a statement, so that
 * another process can take over.
 */
const idleTimeoutMs = 8_000;
const beatMs = 2_000;

/** A separate connection for bulk work: PostgreSQL's COPY, and statements in the same transaction. */
export interface BulkConnection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a `COPY … FROM STDIN` with these bytes; resolves with the number of rows. */
  copy(statement: string, pieces: readonly Uint8Array[]): Promise<number>;
  /** Runs a `COPY … TO STDOUT`. The pieces end anywhere in a row. */
  read(statement: string): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

const forRecorder: BulkOptions = {
  name: 'fallwatch recorder',
  statementTimeoutMs: 60_000,
  answerTimeoutMs: 62_000,
};

export async function openBulk(
  url: string,
  { name, statementTimeoutMs, answerTimeoutMs }: BulkOptions = forRecorder,
): Promise<BulkConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    options:
      '-c timezone=UTC -c synchronous_commit=on -c jit=off' +
      ` -c idle_session_timeout=${idleTimeoutMs} -c idle_in_transaction_session_timeout=${idleTimeoutMs}`,
  });
  // A lost connection fails the running statement, or the next one: no handling needed here.
  client.on('error', () => {});
  await client.connect();
  // None during a COPY: the connection is not idle, and the driver would queue a beat every two seconds.
  let isCopying = false;
  const beat = setInterval(() => isCopying || client.query('select').catch(() => {}), beatMs).unref();
  client.once('end', () => clearInterval(beat));
  return {
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await client.query<Row>(text, values)).rows;
    },
    async copy(statement, pieces) {
      isCopying = true;
      try {
        return await copyIn(client, statement, pieces);
      } finally {
        isCopying = false;
      }
    },
    async *read(statement) {
      isCopying = true;
      try {
        yield* client.query(copyTo(statement));
      } finally {
        isCopying = false;
      }
    },
    close: () => client.end(),
  };
}

/** The level is part of the first statement: a beat could come before another one that sets it. */
export async function inBulkTransaction<T>(
  bulk: BulkConnection,
  work: () => Promise<T>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  await bulk.query(`begin isolation level ${isolation}`);
  try {
    const result = await work();
    await bulk.query('commit');
    return result;
  } catch (error) {
    await bulk.query('rollback').catch(() => {});
    throw error;
  }
}
