/**
 * All rows of some people, and their return into a database with the same tables. What belongs to a person is what
 * would be deleted with them: the foreign keys say it, so a new table is included by itself.
 */
import type { BulkConnection } from '../../platform/db/bulk.js';
import type { Group } from './group.store.js';

/** The rows of each table as JSON, in an order in which they can be inserted. */
export type MovedRows = readonly { readonly table: string; readonly rows: readonly Row[] }[];
type Row = Readonly<Record<string, unknown>>;

interface Link {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
  readonly type: string;
  /** The row is deleted with its parent; otherwise it only forgets it. */
  readonly isPart: boolean;
}

/** Numbered by the cell for the streams of its own people; they are kept for some minutes. */
const stayBehind = ['live_events'];

const links = `
  select c.conrelid::regclass::text as child, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    c.confrelid::regclass::text as parent, p.attname as "parentColumn", c.confdeltype = 'c' as "isPart"
  from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;

export async function readRows(bulk: BulkConnection, { people, schedules }: Group): Promise<MovedRows> {
  const all = (await bulk.query<Link>(links)).filter(({ child }) => !stayBehind.includes(child));
  const found = new Map<string, readonly Row[]>();
  for (const table of sortTables(all)) {
    const roots = { users: people, schedules }[table];
    found.set(table, roots ? await readRoots(bulk, table, roots) : await readParts(bulk, table, all, found));
  }
  return [...found].map(([table, rows]) => ({ table, rows })).filter(({ rows }) => rows.length > 0);
}

/** Parents before children. */
function sortTables(all: readonly Link[]): string[] {
  const sorted: string[] = [];
  const waiting = new Set(all.flatMap(({ child, parent }) => [child, parent]));
  while (waiting.size > 0) {
    const next = [...waiting].find((table) =>
      all.every(({ child, parent }) => child !== table || parent === table || !waiting.has(parent)),
    );
    if (next === undefined) throw new Error(`tables need each other: ${[...waiting].join(', ')}`);
    waiting.delete(next);
    sorted.push(next);
  }
  return sorted;
}

function readRoots(bulk: BulkConnection, table: string, ids: readonly string[]): Promise<Row[]> {
  return query(bulk, `select to_jsonb(t) as row from ${table} t where id = any($1::uuid[])`, [ids]);
}

async function readParts(
  bulk: BulkConnection,
  table: string,
  all: readonly Link[],
  found: ReadonlyMap<string, readonly Row[]>,
): Promise<Row[]> {
  const own = all.filter(({ child }) => child === table);
  const toIds = ({ parent, parentColumn }: Link) => new Set((found.get(parent) ?? []).map((row) => row[parentColumn]));
  const parts = own.filter(({ isPart }) => isPart).map((link) => ({ link, ids: toIds(link) }));
  const condition = parts
    .map(({ link }, index) => `t.${link.column} = any($${index + 1}::${link.type}[])`)
    .join(' or ');
  if (condition === '') return [];
  const rows = await query(bulk, `select to_jsonb(t) as row from ${table} t where ${condition}`, [
    ...parts.map(({ ids }) => [...ids]),
  ]);
  // A message to somebody who stays, for example: half of it would be nobody's.
  const whole = rows.filter((row) =>
    parts.every(({ link, ids }) => row[link.column] === null || ids.has(row[link.column])),
  );
  const loose = own.filter(({ isPart }) => !isPart).map((link) => ({ link, ids: toIds(link) }));
  return whole.map((row) => {
    const gone = loose.filter(({ link, ids }) => row[link.column] !== null && !ids.has(row[link.column]));
    return gone.length === 0 ? row : { ...row, ...Object.fromEntries(gone.map(({ link }) => [link.column, null])) };
  });
}

async function query(bulk: BulkConnection, text: string, values: unknown[]): Promise<Row[]> {
  return (await bulk.query<{ row: Row }>(text, values)).map(({ row }) => row);
}

/** The audit trail cannot be deleted: the entries stay here, and go along as a copy. */
export async function readAudit(bulk: BulkConnection, { people }: Group): Promise<MovedRows> {
  const rows = await query(
    bulk,
    'select to_jsonb(t) as row from audit_trail t where actor_id = any($1::uuid[]) or subject_id = any($1::uuid[])',
    [people],
  );
  return rows.length === 0 ? [] : [{ table: 'audit_trail', rows }];
}

export async function insertRows(bulk: BulkConnection, moved: MovedRows): Promise<void> {
  for (const { table, rows } of moved) {
    const columns = await bulk.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    // Entries of the audit trail are here already if the people have been here before.
    const repeated = table === 'audit_trail' ? 'on conflict do nothing' : '';
    await bulk.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb) ${repeated}`,
      [JSON.stringify(rows)],
    );
  }
}

/** Everything else goes with them. */
export async function deleteGroup(bulk: BulkConnection, { people, schedules }: Group): Promise<void> {
  await bulk.query('delete from schedules where id = any($1::uuid[])', [schedules]);
  await bulk.query('delete from users where id = any($1::uuid[])', [people]);
}

/** All processes of the cell forget that they did not know these sessions, credentials, devices and falls. */
export async function announceRows(bulk: BulkConnection, moved: MovedRows): Promise<void> {
  for (const { table, rows } of moved) {
    const { type, field, column } = announced[table] ?? {};
    if (type === undefined) continue;
    const events = rows.map((row) => JSON.stringify({ type, [field as string]: row[column as string] }));
    await bulk.query(`select pg_notify('changes', event) from unnest($1::text[]) as event`, [events]);
  }
}

const announced: Record<
  string,
  { readonly type: string; readonly field: string; readonly column: string } | undefined
> = {
  users: { type: 'account.changed', field: 'userId', column: 'id' },
  sessions: { type: 'session.ended', field: 'sessionId', column: 'id' },
  device_credentials: { type: 'credential.ended', field: 'credentialId', column: 'id' },
  devices: { type: 'device.changed', field: 'macAddress', column: 'mac_address' },
  falls: { type: 'falls.changed', field: 'userId', column: 'user_id' },
};
