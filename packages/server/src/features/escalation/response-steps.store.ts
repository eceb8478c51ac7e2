/** What the people who respond to an incident have done, step by step. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Responder, responders } from './responder-columns.store.js';
import type { ResponseStep } from './responders.schema.js';

const shown = sql`select added.kind, added.at, added.note, ${toPerson('added.user_id')} as by,
  ${toPerson('added.called_id')} as called from added`;

function toPerson(column: string) {
  return sql`(select json_build_object('id', users.id, 'name', first_name || ' ' || last_name) from users
    where users.id = ${sql.ref(column)})`;
}

type NewStep = Omit<Insertable<Tables['responseSteps']>, 'at' | 'step' | 'calledId'> & {
  readonly step?: number;
  readonly calledId?: string | null;
};

export async function insertResponseStep(db: Db, step: NewStep): Promise<ResponseStep> {
  const { id, escalationId, userId, kind, note, calledId = null } = step;
  const { rows } = await sql<ResponseStep>`
    with added as (
      insert into response_steps (id, escalation_id, user_id, kind, at, note, step, called_id)
      values (${id}, ${escalationId}, ${userId}, ${kind}, service_now(), ${note}, ${step.step ?? null}, ${calledId})
      returning *)
    ${shown}`.execute(db);
  return rows[0] as ResponseStep;
}

/** The person who has just become the lead, at the time that the escalation has. */
export async function insertLeadStep(
  db: Db,
  { id, escalationId, kind }: Pick<NewStep, 'id' | 'escalationId' | 'kind'>,
): Promise<ResponseStep> {
  const { rows } = await sql<ResponseStep>`
    with added as (
      insert into response_steps (id, escalation_id, user_id, kind, at)
      select ${id}, id, acknowledged_by, ${kind}, acknowledged_at from escalations where id = ${escalationId}
      returning *)
    ${shown}`.execute(db);
  return rows[0] as ResponseStep;
}

/** In the order in which they came. */
export async function listResponders(db: Db, escalationId: string): Promise<Responder[]> {
  const nobody = sql`null::uuid`;
  const { rows } = await sql<{ responders: Responder[] }>`
    select ${responders({ resolvedBy: nobody, resolvedAt: sql`null::timestamptz` })} as responders
    from escalations where id = ${escalationId}`.execute(db);
  return rows[0]?.responders ?? [];
}

/** Whether this person made the same call within so many seconds, and nobody has answered it. */
export async function hasSameCall(
  db: Db,
  { escalationId, userId, calledId }: Pick<Insertable<Tables['responseSteps']>, 'escalationId' | 'userId' | 'calledId'>,
  withinSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from response_steps join escalations on escalations.id = escalation_id
    where escalation_id = ${escalationId} and user_id = ${userId} and called_id is not distinct from ${calledId}::uuid
      and response_steps.step = escalations.called_step
      and at > service_now() - make_interval(secs => ${withinSeconds})`.execute(db);
  return rows.length > 0;
}

/** Open escalations to which this person responds, in the order of their ids. */
export async function listRespondedIncidents(db: Db, userId: string, patientId: string | null): Promise<string[]> {
  const { rows } = await sql<{ alertId: string }>`
    select (select id from alerts where alerts.escalation_id = escalations.id order by id limit 1) as alert_id
    from escalations
    where closed_at is null and (${patientId}::uuid is null or patient_id = ${patientId}::uuid)
      and (acknowledged_by = ${userId} or exists (
        select 1 from response_steps where escalation_id = escalations.id and user_id = ${userId}))
    order by id`.execute(db);
  return rows.map(({ alertId }) => alertId);
}
