/** SQL that describes who responds to an incident, for the lists of alerts. */
import { type RawBuilder, sql } from 'kysely';
import { isoTime } from './escalation-columns.store.js';
import type { Responder, SecondPersonCall } from './responders.schema.js';

export type { Responder };

/** How far somebody is. A lower step after a higher one, sent again by a phone without a line, changes nothing. */
const progress = sql`case kind when 'ARRIVED' then 3 when 'ON_THE_WAY' then 2 when 'RELEASED' then 0 when 'DONE' then 0
  else 1 end`;

/** The steps of `escalations`. A lead recorded by an older release has no step of its own. */
const steps = sql`(
  select user_id, kind, at, note from response_steps
  where escalation_id = escalations.id and user_id is not null and kind <> 'CALLED'
  union all
  select escalations.acknowledged_by, 'TAKEN', escalations.acknowledged_at, null
  where escalations.acknowledged_at is not null and not exists (
    select 1 from response_steps
    where escalation_id = escalations.id and user_id = escalations.acknowledged_by
      and at >= escalations.acknowledged_at))`;

/**
 * In the order in which they came, of `escalations`. Of each person the furthest step counts, or that they have
 * released it. `resolvedBy` has recorded the outcome: done.
 */
export function responders({
  resolvedBy,
  resolvedAt,
}: {
  resolvedBy: RawBuilder<unknown>;
  resolvedAt: RawBuilder<unknown>;
}) {
  return sql<Responder[]>`(
    select coalesce(json_agg(json_build_object(
      'id', people.id, 'name', people.first_name || ' ' || people.last_name,
      'state', case when people.id = ${resolvedBy} then 'DONE'
        when progress > 1 or progress = 0 then kind
        when people.id = coalesce(escalations.acknowledged_by, escalations.last_handled_by) then 'TAKEN'
        else 'JOINED' end,
      'at', case when people.id = ${resolvedBy} then ${isoTime(resolvedAt)} else ${isoTime(sql`latest.at`)} end,
      'note', note,
      'isLead', people.id is not distinct from escalations.acknowledged_by) order by came_at), '[]')
    from (
      select distinct on (user_id) user_id, kind, at, note, progress, came_at
      from (
        select user_id, kind, at, note, ${progress} as progress, min(at) over (partition by user_id) as came_at,
          max(at) filter (where kind in ('RELEASED', 'DONE')) over (partition by user_id) as left_at
        from ${steps} as steps) steps
      where at >= coalesce(left_at, at)
      order by user_id, progress desc, at desc) latest
    join users people on people.id = latest.user_id)`;
}

/** The call for a second person that nobody has answered, of `escalations`. */
export const secondPersonCall = sql<SecondPersonCall | null>`(
  select json_build_object('by', json_build_object('id', callers.id, 'name', callers.first_name || ' ' || callers.last_name),
    'at', ${isoTime(sql`response_steps.at`)}, 'note', response_steps.note, 'calledId', response_steps.called_id)
  from response_steps join users callers on callers.id = response_steps.user_id
  where response_steps.escalation_id = escalations.id and response_steps.kind = 'CALLED'
    and response_steps.step = escalations.called_step and escalations.acknowledged_at is not null
    and escalations.closed_at is null)`;
