import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A bulk write that takes longer is cancelled and retried. */
const statementTimeoutMs = 60_000;

/** A separate connection for bulk writes: PostgreSQL's COPY, and statements in the same transaction. */
export interface BulkConnection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a `COPY … FROM STDIN` with these bytes; resolves with the number of rows. */
  copy(statement: string, pieces: readonly Uint8Array[]): Promise<number>;
  close(): Promise<void>;
}

export async function openBulk(url: string): Promise<BulkConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fallwatch recorder',
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000,
    keepAlive: true,
    // The keepalives: if the recorder's machine is gone, another recorder can take over within half a minute.
    options:
      '-c timezone=UTC -c synchronous_commit=on -c jit=off' +
      ' -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  });
  // A lost connection fails the running statement, or the next one: no handling needed here.
  client.on('error', () => {});
  await client.connect();
  return {
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await client.query<Row>(text, values)).rows;
    },
    async copy(statement, pieces) {
      const stream = client.query(copyFrom(statement));
      const done = once(stream, 'finish');
      for (const piece of pieces) if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
      stream.end();
      await done;
      return stream.rowCount ?? 0;
    },
    close: () => client.end(),
  };
}
