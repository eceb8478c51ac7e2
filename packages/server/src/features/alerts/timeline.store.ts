/** What was sent about a fall, and who answered. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { escalationIdOfFall } from '../escalation/escalation-columns.store.js';
import type { FallTimeline } from './timeline.schema.js';

/** The newest first: an alert that repeats for days has hundreds. */
export async function listDeliveriesOfFall(db: Db, fallId: string, limit: number): Promise<FallTimeline['deliveries']> {
  const { rows } = await sql<FallTimeline['deliveries'][number]>`
    select deliveries.id, recipient_id, users.first_name || ' ' || users.last_name as recipient_name, step, channel,
      deliveries.status, attempts, reason, deliveries.created_at, settled_at,
      coalesce(accepted_at, case when deliveries.status in ('accepted', 'sent') then settled_at end) as handed_over_at,
      case when deliveries.status = 'sent' then settled_at end as reached_at
    from deliveries join users on users.id = recipient_id
    where escalation_id = ${escalationIdOfFall(fallId)}
    order by step desc, deliveries.created_at desc, deliveries.id limit ${limit}`.execute(db);
  return rows;
}

/** Everybody who declined, and the person who acknowledged last. */
export async function listAnswersOfFall(db: Db, fallId: string): Promise<FallTimeline['answers']> {
  const { rows } = await sql<FallTimeline['answers'][number]>`
    with escalation as (
      select id, coalesce(acknowledged_by, last_handled_by) as handler_id,
        coalesce(acknowledged_at, last_handled_at) as handled_at
      from escalations where id = ${escalationIdOfFall(fallId)}),
    answers as (
      select user_id, 'CANNOT' as answer, declined_at as at, channel
      from declines where escalation_id = (select id from escalation)
      union all
      select handler_id, 'ON_IT', handled_at, (
        select channel from deliveries where escalation_id = escalation.id and recipient_id = handler_id
          and acknowledged_at >= handled_at limit 1)
      from escalation where handler_id is not null)
    select users.id, users.first_name || ' ' || users.last_name as name, answer, at, channel
    from answers join users on users.id = answers.user_id order by at`.execute(db);
  return rows;
}

export function listAftermathOfFall(db: Db, fallId: string): Promise<FallTimeline['aftermath']> {
  return db
    .selectFrom('aftermaths')
    .select(['kind', 'at', 'since', 'isLong'])
    .where('fallId', '=', fallId)
    .orderBy('at')
    .execute();
}
