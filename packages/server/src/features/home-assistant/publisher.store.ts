import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { Described, Measured, Prefixes } from './discovery.rules.js';
import type { EventType } from './home-assistant.schema.js';

interface Lease {
  readonly holder: string;
  readonly isConnected: boolean;
  readonly leaseMs: number;
}

/** Takes or renews the lease. Returns the client id of the installation; undefined while another process has it. */
export async function takeLease(db: Db, { holder, isConnected, leaseMs }: Lease): Promise<string | undefined> {
  const { rows } = await sql<{ clientId: string }>`
    update home_assistant_bridge set holder = ${holder}, is_connected = ${isConnected},
      held_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
    where holder = ${holder} or held_until < clock_timestamp() returning client_id`.execute(db);
  return rows[0]?.clientId;
}

/** Another process can take it at once. */
export async function releaseLease(db: Db, holder: string): Promise<void> {
  await sql`
    update home_assistant_bridge set holder = null, is_connected = false, held_until = '-infinity'
    where holder = ${holder}`.execute(db);
}

/** The consent counts only while the person is an active patient. */
const isFollowed = sql<SqlBool>`consents.is_enabled and exists (
  select from users where users.id = consents.patient_id and users.status = 'active' and users.role = 'PATIENT')`;

/** An alert about a fall of which people have been notified. Drills are no falls: no automation should run for them. */
const isFallAlert = sql<SqlBool>`escalations.fall_id is not null and not escalations.is_drill and escalations.step > 0`;

export interface FollowedPerson extends Described, Measured {
  readonly patientId: string;
}

/** Everybody who has agreed, with the device that sent last; or those of them in the list. */
export async function listFollowed(db: Db, patientIds: readonly string[] | null): Promise<FollowedPerson[]> {
  const { rows } = await sql<FollowedPerson>`
    select consents.patient_id, consents.node_id, users.first_name, users.last_name, users.language,
      exists (select from escalations where escalations.patient_id = consents.patient_id
        and escalations.closed_at is null and ${isFallAlert}) as has_open_fall,
      device.last_seen, device.disabled_at, device.interval_ms, device.battery_level, device.heart_rate,
      device.vitals_at
    from home_assistant_consents consents
    join users on users.id = consents.patient_id
    left join lateral (
      select last_seen, disabled_at, interval_ms, battery_level, heart_rate, vitals_at from devices
      where devices.user_id = consents.patient_id order by last_seen desc nulls last limit 1) device on true
    where ${isFollowed} and (${patientIds}::uuid[] is null or consents.patient_id = any(${patientIds}::uuid[]))`.execute(
    db,
  );
  return rows;
}

export interface AlertChange {
  readonly escalationId: string;
  readonly patientId: string;
  readonly nodeId: string;
  readonly severity: AlertSeverity;
  readonly stage: EventType;
  readonly raisedAt: string;
}

/**
 * Alerts whose present stage was not published. One escalation is one alert, however many people it notifies. Alerts
 * that are older than the consent are not published.
 */
export async function listAlertChanges(db: Db): Promise<AlertChange[]> {
  const { rows } = await sql<AlertChange>`
    with changed as (
      select escalations.id, escalations.patient_id, escalations.severity, escalations.raised_at,
        case when closed_at is not null then 'closed' when acknowledged_at is not null then 'answered'
          else 'raised' end as stage
      from escalations
      where ${isFallAlert} and (
        escalations.id in (
          select unclosed.id from home_assistant_consents asked
          join escalations unclosed on unclosed.patient_id = asked.patient_id and unclosed.closed_at is null
            and unclosed.raised_at >= asked.changed_at
          where asked.is_enabled)
        or escalations.id in (select escalation_id from home_assistant_alerts)))
    select changed.id as escalation_id, changed.patient_id, consents.node_id, changed.severity, changed.stage,
      changed.raised_at
    from changed
    join home_assistant_consents consents on consents.patient_id = changed.patient_id
    left join home_assistant_alerts published on published.escalation_id = changed.id
    where ${isFollowed} and published.stage is distinct from changed.stage
    order by changed.raised_at limit 100`.execute(db);
  return rows;
}

/** A closed alert is forgotten: if it is raised again, that is published as new. */
export async function updatePublishedStage(db: Db, { escalationId, stage }: AlertChange): Promise<void> {
  if (stage === 'closed') await db.deleteFrom('homeAssistantAlerts').where('escalationId', '=', escalationId).execute();
  else
    await sql`
      insert into home_assistant_alerts (escalation_id, stage)
      select id, ${stage} from escalations where id = ${escalationId}
      on conflict (escalation_id) do update set stage = excluded.stage`.execute(db);
}

/** Before anything is published: what exists at the broker must be known here. */
export async function insertTopics(db: Db, topics: readonly { topic: string; nodeId: string }[]): Promise<void> {
  await sql`
    insert into home_assistant_topics (topic, node_id)
    select * from unnest(${topics.map(({ topic }) => topic)}::text[], ${topics.map(({ nodeId }) => nodeId)}::text[])
    on conflict do nothing`.execute(db);
}

/** Topics of people who have ended it or were deleted, and those under prefixes that are no longer used. */
export async function listObsoleteTopics(db: Db, { discovery, topic }: Prefixes): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from home_assistant_topics published where not exists (
      select from home_assistant_consents consents where consents.node_id = published.node_id and ${isFollowed}
        and (starts_with(published.topic, ${`${discovery}/device/`})
          or starts_with(published.topic, ${`${topic}/people/`})))
    order by topic`.execute(db);
  return rows.map((row) => row.topic);
}

export async function deleteTopics(db: Db, topics: readonly string[]): Promise<void> {
  await sql`delete from home_assistant_topics where topic = any(${topics}::text[])`.execute(db);
}

/** The person behind a topic, if they have agreed. */
export async function findFollowed(db: Db, nodeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ patientId: string }>`
    select patient_id from home_assistant_consents consents where node_id = ${nodeId} and ${isFollowed}`.execute(db);
  return rows[0]?.patientId;
}

/** Calls for help of this person in the last hour, and in the last seconds. */
export async function countCalls(db: Db, patientId: string, recentMs: number) {
  const { rows } = await sql<{ inHour: number; recent: number }>`
    select count(*) as in_hour,
      count(*) filter (where created_at > service_now() - make_interval(secs => ${recentMs / 1_000})) as recent
    from falls where user_id = ${patientId} and source = 'HOME_ASSISTANT'
      and created_at > service_now() - interval '1 hour'`.execute(db);
  return rows[0] ?? { inHour: 0, recent: 0 };
}
