import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** Codes are free again after a day. */
const recently = sql<boolean>`sent_at > service_now() - interval '24 hours'`;

export interface SmsCode {
  readonly code: number;
  readonly alertId: string;
  readonly tokenHash: string;
}

/** Locked until the commit: two messages to one phone get different codes. */
export async function lockPhone(db: Db, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7221029, hashtext(${phone}))`.execute(db);
}

export function listCodes(db: Db, phone: string): Promise<SmsCode[]> {
  const codes = db.selectFrom('smsCodes').select(['code', 'alertId', 'tokenHash']).where('phone', '=', phone);
  return codes.where(recently).orderBy('sentAt', 'desc').execute();
}

/** The codes of alerts that nobody has taken yet, newest first. */
export async function listOpenCodes(db: Db, phone: string): Promise<SmsCode[]> {
  const { rows } = await sql<SmsCode>`
    select sms_codes.code, sms_codes.alert_id, sms_codes.token_hash from sms_codes
    join alerts on alerts.id = sms_codes.alert_id join escalations on escalations.id = alerts.escalation_id
    where sms_codes.phone = ${phone} and ${recently}
      and (escalations.acknowledged_at is null or escalations.called_step is not null) and escalations.closed_at is null
    order by sms_codes.sent_at desc`.execute(db);
  return rows;
}

export async function upsertCode(db: Db, phone: string, { code, alertId, tokenHash }: SmsCode): Promise<void> {
  const sentAt = sql<string>`service_now()`;
  await db
    .insertInto('smsCodes')
    .values({ phone, code, alertId, tokenHash, sentAt })
    .onConflict((conflict) => conflict.columns(['phone', 'code']).doUpdateSet({ alertId, tokenHash, sentAt }))
    .execute();
}

/** Counts one more message of today. Returns how many there are with it. */
export async function countOne(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into sms_days (day, count) values ((service_now() at time zone 'UTC')::date, 1)
    on conflict (day) do update set count = sms_days.count + 1 returning count`.execute(db);
  return rows[0]?.count ?? 1;
}
