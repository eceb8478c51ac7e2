/**
 * Which key is in which cell. A small database that all cells share: each process asks it once for a key that it does
 * not know, and remembers the answer for a minute.
 */
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Log } from '../log.js';
import { unavailable } from '../refusal.js';

export interface Cell {
  readonly name: string;
  /** PUBLIC_URL of that cell. */
  readonly url: string;
}

export interface Directory {
  /** Enters this cell, if it is new, and returns its number: 0 for the first. */
  join(cell: Cell): Promise<number>;
  listCells(): Promise<string[]>;
  find(key: string): Promise<Cell | undefined>;
  /** The last answer was wrong: the next question goes to the database. */
  forget(key: string): void;
  /** Enters keys that are in no cell yet. */
  enter(cell: string, keys: readonly string[]): Promise<void>;
  move(cell: string, keys: readonly string[]): Promise<void>;
  listKeys(cell: string): Promise<string[]>;
  remove(cell: string, keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const rememberedMs = 60_000;
const maxRemembered = 150_000;
const timeoutMs = 2_000;

const schema = `
  select pg_advisory_xact_lock(7221028);
  create table if not exists cells (name text primary key, number integer not null unique, url text not null);
  create table if not exists places (key text primary key, cell text not null references cells);
  create index if not exists places_cell on places (cell)`;

export function openDirectory(url: string, log: Log): Directory {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'fallwatch directory',
    max: 4,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 500,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'directory connection lost'));

  const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      log.warn({ err: error }, 'the directory does not answer');
      throw unavailable('The directory of the cells does not answer. Try again.');
    }
  };
  const places = new LRUCache<string, { readonly cell: Cell | undefined }>({
    max: maxRemembered,
    ttl: rememberedMs,
  });

  return {
    async join({ name, url }) {
      // Several statements: sent without values, they are one transaction.
      await ask(schema);
      const [row] = await ask<{ number: number }>(
        `insert into cells (name, url, number) select $1, $2, coalesce(max(number) + 1, 0) from cells
         on conflict (name) do update set url = excluded.url returning number`,
        [name, url],
      );
      return row?.number as number;
    },
    async listCells() {
      return (await ask<Cell>('select name, url from cells order by name')).map(({ name }) => name);
    },
    async find(key) {
      const known = places.get(key);
      if (known) return known.cell;
      const [cell] = await ask<Cell>('select name, url from places join cells on name = cell where key = $1', [key]);
      places.set(key, { cell });
      return cell;
    },
    forget: (key) => void places.delete(key),
    async enter(cell, keys) {
      await ask('insert into places select key, $1 from unnest($2::text[]) as key on conflict do nothing', [
        cell,
        keys,
      ]);
    },
    async move(cell, keys) {
      await ask(
        `insert into places select key, $1 from unnest($2::text[]) as key
         on conflict (key) do update set cell = excluded.cell`,
        [cell, keys],
      );
    },
    async listKeys(cell) {
      return (await ask<{ key: string }>('select key from places where cell = $1', [cell])).map(({ key }) => key);
    },
    async remove(cell, keys) {
      await ask('delete from places where cell = $1 and key = any($2::text[])', [cell, keys]);
    },
    close: () => pool.end(),
  };
}
