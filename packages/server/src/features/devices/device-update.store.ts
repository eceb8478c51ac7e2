import { sql } from 'kysely';
import { toArray } from '../../platform/db/arrays.js';
import type { Db } from '../../platform/db/database.js';
import { keptFields } from '../../platform/db/reading-fields.js';
import { longestPauseMinutes, missedIntervals } from './devices.rules.js';
import type { DeviceRow } from './devices.store.js';

/** The values that a process has received from a device. Null in an optional field: not received. */
export interface DeviceUpdate
  extends Omit<DeviceRow, 'key' | 'userId' | 'macAddress' | 'name' | 'disabledAt' | 'createdAt' | 'updatedAt'> {
  /** `lastSeen` of the table, as far as that process knows. */
  readonly writtenLastSeen: string | null;
}

interface BroughtColumn {
  readonly name: string;
  readonly key: keyof DeviceUpdate;
  readonly sqlType: string;
  readonly otherwise?: string;
}

/**
 * A device that was silent has to show no sign of a wearer for the whole time again: after a pause in sending, and for
 * a device without a sign so far, the time begins with the first reading.
 */
const wornUnlessHeard = `case when devices.worn_at is null or updates.last_seen > devices.last_seen + greatest(
  interval '${longestPauseMinutes} minutes', ${missedIntervals} * coalesce(devices.interval_ms, 0) * interval '1 millisecond')
  then updates.last_seen else devices.worn_at end`;

/** Columns from readings, and columns computed from them; `otherwise` is the value if it was not received. */
const broughtColumns: readonly BroughtColumn[] = [
  ...keptFields,
  { name: 'vitals_at', key: 'vitalsAt', sqlType: 'timestamptz' },
  { name: 'heart_rate_mean', key: 'heartRateMean', sqlType: 'real' },
  { name: 'heart_rate_variance', key: 'heartRateVariance', sqlType: 'real' },
  { name: 'worn_at', key: 'wornAt', sqlType: 'timestamptz', otherwise: wornUnlessHeard },
];
const broughtNames = sql.raw(broughtColumns.map(({ name }) => name).join(', '));
const broughtAssignments = sql.raw(
  broughtColumns
    .map(({ name, otherwise = `devices.${name}` }) => `${name} = coalesce(updates.${name}, ${otherwise})`)
    .join(', '),
);

/**
 * Writes the received values and leaves the other columns. An update more than 30 s older than the table's `last_seen`
 * is dropped: its process was suspended. Returns the previous rows of devices that another process has written since.
 */
export async function updateDevices(db: Db, updates: readonly DeviceUpdate[]): Promise<DeviceRow[]> {
  const column = (name: keyof DeviceUpdate): string => toArray(updates, (one) => one[name]);
  const arrays = broughtColumns.map(({ key, sqlType }) => sql`${column(key)}::${sql.raw(sqlType)}[]`);
  // Locks in the order of ids: two batches with the same devices wait for each other instead of deadlocking.
  const { rows } = await sql<DeviceRow>`
    with updates as (
      select * from unnest(${column('id')}::uuid[], ${column('lastSeen')}::timestamptz[],
        ${column('writtenLastSeen')}::timestamptz[], ${column('uptimeMs')}::bigint[], ${sql.join(arrays)})
        as updates (id, last_seen, written_last_seen, uptime_ms, ${broughtNames})),
    locked as materialized (
      select devices.* from devices where id = any(${column('id')}::uuid[]) order by id for no key update),
    written as (
      update devices set last_seen = greatest(devices.last_seen, updates.last_seen),
        updated_at = greatest(devices.updated_at, updates.last_seen),
        uptime_ms = case when updates.last_seen >= coalesce(devices.last_seen, '-infinity') then updates.uptime_ms
          else devices.uptime_ms end,
        ${broughtAssignments}
      from locked join updates on updates.id = locked.id
      where devices.id = locked.id
        and updates.last_seen > coalesce(devices.last_seen, '-infinity') - interval '30 seconds')
    select locked.* from locked join updates on updates.id = locked.id
    where locked.last_seen is distinct from updates.written_last_seen`.execute(db);
  return rows;
}
