import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether an open alert names this caregiver as the one on duty. Only while it is open may they know about the patient
 * without being assigned. A minute longer for what says that it was closed.
 */
export function isNamedOnDuty(reader: RawBuilder<unknown>, patient: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from alerts as named join escalations as cause on cause.id = named.escalation_id
    join users as guest on guest.id = named.recipient_id
    where named.recipient_id = ${reader} and named.patient_id = ${patient} and named.on_duty
      and (cause.closed_at is null or cause.closed_at > service_now() - interval '1 minute')
      and guest.role = 'CAREGIVER' and guest.status = 'active')`;
}

/** Whether an open alert with this value names the caller as the one on duty. */
export function isOnDutyFor(
  caller: string,
  column: 'fall_id' | 'escalation_id',
  value: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from alerts as named join escalations as cause on cause.id = named.escalation_id
    where named.recipient_id = ${caller} and named.${sql.raw(column)} = ${value} and named.on_duty and cause.closed_at is null)`;
}
