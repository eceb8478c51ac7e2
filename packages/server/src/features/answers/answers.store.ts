import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Language, Role } from '../../platform/db/tables/accounts.js';
import type { Tables } from '../../platform/db/tables.js';
import { isCallForHelp } from '../help/help-columns.store.js';

/** Valid for a night and the morning after it. */
const validUntil = sql<string>`service_now() + interval '24 hours'`;

type NewToken = Omit<Insertable<Tables['actionTokens']>, 'expiresAt'>;

export async function insertTokens(db: Db, tokens: readonly NewToken[]): Promise<void> {
  if (tokens.length === 0) return;
  const rows = tokens.map((token) => ({ ...token, expiresAt: validUntil }));
  await db.insertInto('actionTokens').values(rows).execute();
}

/** What a token allows, with the facts of its alert. */
export interface TokenFacts {
  readonly alertId: string;
  /** The person's unacknowledged alert about the same, if it was sent again since; else `alertId`. */
  readonly currentAlertId: string;
  readonly userId: string;
  readonly deliveryId: string;
  /** Of the delivery; null if it no longer exists. */
  readonly channel: string | null;
  readonly role: Role;
  readonly audience: 'CAREGIVER' | 'ADMIN';
  readonly language: Language | null;
  readonly type: string;
  readonly severity: string;
  readonly fallId: string | null;
  readonly raisedAt: string;
  readonly isDrill: boolean;
  readonly isCall: boolean;
  readonly isClosed: boolean;
  readonly isDeclined: boolean;
  /** Who asked for a second person with this message; null: it is about the alert itself. */
  readonly calledBy: string | null;
  /** The person has joined and not released it. */
  readonly hasJoined: boolean;
  readonly takenById: string | null;
  readonly takenBy: string | null;
  readonly patientId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
}

/**
 * Undefined if the token is unknown or expired, its person is not active, or the patient's account was deleted. The
 * right to see the alert is checked by the caller.
 */
export async function findToken(db: Db, tokenHash: string): Promise<TokenFacts | undefined> {
  const { rows } = await sql<TokenFacts>`
    select action_tokens.alert_id, coalesce((select current.id from alerts as current
        where current.escalation_id = alerts.escalation_id and current.fall_id is not distinct from alerts.fall_id
          and current.recipient_id is not distinct from alerts.recipient_id and current.acknowledged_at is null
        limit 1), alerts.id) as current_alert_id, action_tokens.user_id, action_tokens.delivery_id,
      deliveries.channel, users.role, users.language, alerts.audience, alerts.type,
      alerts.severity, alerts.fall_id, escalations.raised_at, escalations.is_drill,
      ${isCallForHelp} as is_call,
      escalations.closed_at is not null as is_closed,
      exists (select 1 from declines where declines.escalation_id = escalations.id
        and declines.user_id = users.id) as is_declined,
      (select callers.first_name || ' ' || callers.last_name from response_steps
        join users callers on callers.id = response_steps.user_id
        where response_steps.escalation_id = escalations.id and response_steps.step = deliveries.step) as called_by,
      coalesce((select kind not in ('RELEASED', 'DONE') from response_steps
        where response_steps.escalation_id = escalations.id and response_steps.user_id = users.id and kind <> 'CALLED'
        order by at desc limit 1), false) as has_joined,
      escalations.acknowledged_by as taken_by_id, takers.first_name || ' ' || takers.last_name as taken_by,
      patients.id as patient_id, patients.first_name, patients.last_name, patients.phone
    from action_tokens
    join users on users.id = action_tokens.user_id and users.status = 'active'
    join alerts on alerts.id = action_tokens.alert_id
    join escalations on escalations.id = alerts.escalation_id
    join users patients on patients.id = escalations.patient_id
    left join deliveries on deliveries.id = action_tokens.delivery_id
    left join users takers on takers.id = escalations.acknowledged_by
    left join falls on falls.id = alerts.fall_id
    where action_tokens.token_hash = ${tokenHash} and action_tokens.expires_at > service_now()`.execute(db);
  return rows[0];
}

export async function deleteExpiredTokens(db: Db): Promise<void> {
  await db.deleteFrom('actionTokens').where('expiresAt', '<', sql<string>`service_now()`).execute();
}
