/** SQL that describes an escalation. The only SQL that another feature uses: the lists of alerts show it. */
import { type RawBuilder, sql } from 'kysely';
import type { FallEscalation } from './escalation.schema.js';

type Shown = NonNullable<FallEscalation>;

/** The escalation of a fall. Escalations from before falls could share one have no row in escalation_falls. */
export function escalationIdOfFall(fallId: string) {
  return sql<string | null>`coalesce((select escalation_id from escalation_falls where fall_id = ${fallId}),
    (select id from escalations where fall_id = ${fallId}))`;
}

export const isoTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The state of an escalation, as the API shows it. */
export const escalationColumns = [
  'escalations.step' as const,
  sql<string | null>`case when escalation_falls.closed_at is null then escalations.due_at end`.as('nextStepAt'),
  sql<Shown['closedAs']>`coalesce(escalation_falls.closed_as, escalations.closed_as)`.as('closedAs'),
  sql<boolean>`coalesce(escalations.is_drill, false)`.as('isDrill'),
  sql<Shown['state']>`case when escalations.id is null then null when
    coalesce(escalation_falls.closed_at, escalations.closed_at) is not null then 'CLOSED'
    when escalations.acknowledged_at is not null then 'HANDLED' when escalations.step = 0 then 'WAITING'
    else 'ESCALATING' end`.as('state'),
  sql<Shown['handledBy']>`case when escalations.acknowledged_at is not null and handler.id is not null then
    json_build_object('id', handler.id, 'name', handler.first_name || ' ' || handler.last_name,
    'at', ${isoTime(sql`escalations.acknowledged_at`)}) end`.as('handledBy'),
  sql<Shown['reminder']>`case when escalations.last_handled_at is not null and escalations.acknowledged_at is null
    and coalesce(escalation_falls.closed_at, escalations.closed_at) is null then json_build_object('takenAt', ${isoTime(sql`escalations.last_handled_at`)},
    'takenBy', case when previous.id is not null then json_build_object('id', previous.id,
    'name', previous.first_name || ' ' || previous.last_name) end) end`.as('reminder'),
];
