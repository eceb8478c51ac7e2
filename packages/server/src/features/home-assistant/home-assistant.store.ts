import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export function findConsent(db: Db, patientId: string) {
  return db
    .selectFrom('homeAssistantConsents')
    .select(['isEnabled', 'changedAt', 'changedBy'])
    .where('patientId', '=', patientId)
    .executeTakeFirst();
}

interface NewConsent {
  readonly patientId: string;
  readonly isEnabled: boolean;
  readonly nodeId: string;
  readonly changedBy: string;
}

/** Returns whether it has changed anything. Nobody's absent row means the same as a disabled one. */
export async function upsertConsent(db: Db, { patientId, isEnabled, nodeId, changedBy }: NewConsent): Promise<boolean> {
  const { rows } = await sql`
    insert into home_assistant_consents as consents (patient_id, is_enabled, node_id, changed_at, changed_by)
    select ${patientId}, ${isEnabled}, ${nodeId}, service_now(), ${changedBy}
    where ${isEnabled} or exists (select from home_assistant_consents where patient_id = ${patientId})
    on conflict (patient_id) do update set is_enabled = excluded.is_enabled, node_id = excluded.node_id,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by
    where consents.is_enabled <> excluded.is_enabled
    returning patient_id`.execute(db);
  return rows.length > 0;
}

/** A new consent begins with the alerts that are raised after it. */
export async function deletePublishedAlerts(db: Db, patientId: string): Promise<void> {
  await sql`
    delete from home_assistant_alerts where escalation_id in (
      select id from escalations where patient_id = ${patientId})`.execute(db);
}

export async function isBridgeConnected(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isConnected: boolean }>`
    select is_connected and held_until > clock_timestamp() as is_connected from home_assistant_bridge`.execute(db);
  return rows[0]?.isConnected === true;
}
