/** Who has to move together: people who care for each other, and their schedules. */
import type { BulkConnection } from '../../platform/db/bulk.js';

export interface Group {
  readonly people: readonly string[];
  readonly schedules: readonly string[];
  readonly macs: readonly string[];
  /** Those of released devices too: their readings have stayed with the person. */
  readonly deviceKeys: readonly number[];
  readonly credentials: readonly string[];
  readonly emails: readonly string[];
  /** Admins look after a whole cell: they cannot be moved. */
  readonly admins: readonly string[];
}

const members = `
  with recursive edges (a, b) as (
    select caregiver_id, patient_id from assignments
    union all select schedule_id, user_id from schedule_members
    union all select schedule_id, user_id from schedule_substitutions
    union all select schedule_id, replaces from schedule_substitutions
    union all select schedule_id, user_id from schedule_feed_shifts
    union all select patient_id, substring(target from '^SCHEDULE:(.*)$')::uuid
      from escalation_plans, jsonb_array_elements(coalesce(steps, '[]')) step, jsonb_array_elements_text(step -> 'to') target
  ), pairs (a, b) as (select a, b from edges where b is not null union select b, a from edges where b is not null),
  members (id) as (select $1::uuid union select b from members join pairs on a = id)
  select id from members`;

export async function findGroup(bulk: BulkConnection, userId: string): Promise<Group> {
  const found = await bulk.query<{ id: string }>(members, [userId]);
  const ids = found.map(({ id }) => id);
  const list = async (text: string): Promise<string[]> =>
    (await bulk.query<{ value: string }>(text, [ids])).map(({ value }) => value);
  const keys = await bulk.query<{ key: number }>(
    `select key from devices where user_id = any($1::uuid[])
     union all select key from former_devices where user_id = any($1::uuid[])`,
    [ids],
  );
  return {
    people: await list('select id as value from users where id = any($1::uuid[]) order by id'),
    schedules: await list('select id as value from schedules where id = any($1::uuid[])'),
    macs: await list('select mac_address as value from devices where user_id = any($1::uuid[])'),
    deviceKeys: keys.map(({ key }) => key),
    credentials: await list(
      `select c.id as value from device_credentials c join devices d on d.id = c.device_id where d.user_id = any($1::uuid[])`,
    ),
    emails: await list('select email_key as value from users where id = any($1::uuid[])'),
    admins: await list(`select email as value from users where id = any($1::uuid[]) and role = 'ADMIN'`),
  };
}

/** Until the end of the transaction nothing can be added for these people. */
export async function lockPeople(bulk: BulkConnection, people: readonly string[]): Promise<void> {
  await bulk.query('select id from users where id = any($1::uuid[]) order by id for update', [people]);
}

/** E-mail addresses and MAC addresses that are taken in this cell. */
export async function listTaken(bulk: BulkConnection, { emails, macs }: Group): Promise<string[]> {
  const rows = await bulk.query<{ value: string }>(
    `select email_key as value from users where email_key = any($1::text[])
     union all select mac_address from devices where mac_address = any($2::text[])`,
    [emails, macs],
  );
  return rows.map(({ value }) => value);
}
