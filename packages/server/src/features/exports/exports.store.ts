import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** Rows after this id, at most so many. */
export interface Piece {
  readonly after: string;
  readonly limit: number;
}

/** With everything that is known besides the account. */
export async function listProfile(db: Db, userId: string): Promise<object[]> {
  const profile = await db
    .selectFrom('users')
    .leftJoin('patientDetails', 'patientDetails.userId', 'users.id')
    .leftJoin('caregiverDetails', 'caregiverDetails.userId', 'users.id')
    .selectAll('patientDetails')
    .selectAll('caregiverDetails')
    .select(['users.id', 'email', 'emailVerifiedAt', 'firstName', 'lastName', 'role', 'status', 'phone', 'dateOfBirth'])
    .select(['avatar', 'language', 'users.createdAt', 'lastLogin'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!profile) return [];
  const { userId: _, id, ...details } = profile;
  return [{ id, ...details }];
}

/** Whom responders call, in their order. */
export function listPhoneNumbers(db: Db, userId: string): Promise<object[]> {
  const numbers = db.selectFrom('phoneNumbers').select(['name', 'relationship', 'phone']);
  return numbers.where('patientId', '=', userId).orderBy('position').execute();
}

export function listVitalLimits(db: Db, userId: string): Promise<object[]> {
  const limits = db.selectFrom('vitalLimits').select(['heartRateLow', 'heartRateHigh', 'oxygenLow', 'minutes']);
  return limits.select('updatedAt').where('patientId', '=', userId).execute();
}

/** Whether Home Assistant gets the person's state, and who decided it. */
export function listHomeAssistant(db: Db, userId: string): Promise<object[]> {
  const consents = db.selectFrom('homeAssistantConsents').select(['isEnabled as enabled', 'changedAt', 'changedBy']);
  return consents.where('patientId', '=', userId).execute();
}

export function listCheckIn(db: Db, userId: string): Promise<object[]> {
  const settings = db.selectFrom('checkIns').select(['byTime', 'zone', 'movementCounts', 'resumesOn', 'updatedAt']);
  return settings.where('patientId', '=', userId).execute();
}

export function listCheckInDays(db: Db, userId: string): Promise<object[]> {
  const days = db.selectFrom('checkInDays').select(['day', 'dueAt', 'sign', 'signAt', 'missedAt']);
  return days.where('patientId', '=', userId).orderBy('day').execute();
}

/** In Base64, as in the address of a picture in a page. */
export async function listPhoto(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select type, updated_at, translate(encode(bytes, 'base64'), E'\\n', '') as base64
    from photos where user_id = ${userId}`.execute(db);
  return rows;
}

/** Above which confidence the person's caregivers are alerted, if they have decided so. */
export function listAlertThreshold(db: Db, userId: string): Promise<object[]> {
  return db.selectFrom('alertThresholds').select(['threshold', 'setAt']).where('patientId', '=', userId).execute();
}

/** Caregivers by name; the people of a caregiver by id only, because their data is theirs. */
export function listAssignments(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('assignments')
    .innerJoin('users as caregivers', 'caregivers.id', 'assignments.caregiverId')
    .select(['caregiverId', 'patientId', 'relationship', 'assignedAt'])
    .select(
      sql<string | null>`case when patient_id = ${userId}
        then caregivers.first_name || ' ' || caregivers.last_name end`.as('caregiver'),
    )
    .where((eb) => eb.or([eb('patientId', '=', userId), eb('caregiverId', '=', userId)]))
    .orderBy('assignedAt')
    .execute();
}

export async function listDevices(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, mac_address, name, created_at, last_seen, disabled_at, firmware_version, battery_level,
      null::timestamptz as released_at
    from devices where user_id = ${userId}
    union all
    select id, mac_address, name, created_at, null, null, null, null, released_at
    from former_devices where user_id = ${userId}
    order by created_at`.execute(db);
  return rows;
}

/** Turns in schedules, and substitutions by or of this person. */
export async function listSchedules(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select schedules.name, 'TURN' as kind, position, null::timestamptz as starts_at, null::timestamptz as ends_at,
      null as reason
    from schedule_members join schedules on schedules.id = schedule_id where user_id = ${userId}
    union all
    select schedules.name, case when user_id = ${userId} then 'SUBSTITUTE' else 'REPLACED' end, null, starts_at, ends_at,
      reason
    from schedule_substitutions join schedules on schedules.id = schedule_id
    where user_id = ${userId} or replaces = ${userId}
    order by name, starts_at, position`.execute(db);
  return rows;
}

export function listContactPoints(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('contactPoints')
    .select(['id', 'kind', 'address', 'label', 'fromStep', 'minSeverity', 'createdAt', 'verifiedAt', 'lastOkAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

/** The last test at the start of a shift. */
export function listShiftCheck(db: Db, userId: string): Promise<object[]> {
  const check = db.selectFrom('shiftChecks').select(['checkedAt', 'sound', 'push']);
  return check.where('userId', '=', userId).execute();
}

export function listWebhooks(db: Db, userId: string): Promise<object[]> {
  return db.selectFrom('webhooks').select(['id', 'url', 'createdAt']).where('userId', '=', userId).execute();
}

export function listSessions(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'client'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

/** Besides the password; without secrets. */
export async function listSignInMethods(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select 'AUTHENTICATOR_APP' as kind, null as name, created_at, null::timestamptz as last_used_at
    from totp where user_id = ${userId} and confirmed_at is not null
    union all select 'PASSKEY', name, created_at, last_used_at from passkeys where user_id = ${userId}
    union all select 'OIDC', issuer, created_at, null from oidc_identities where user_id = ${userId}
    order by created_at`.execute(db);
  return rows;
}

/** Who looked at this person's data. */
export function listViews(db: Db, userId: string, { actions, after, limit }: Piece & { actions: readonly string[] }) {
  return db
    .selectFrom('auditTrail')
    .leftJoin('users', 'users.id', 'auditTrail.actorId')
    .select(['auditTrail.id', 'at', 'action', 'users.role'])
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('name'))
    .where('subjectId', '=', userId)
    .where('actorId', '!=', userId)
    .where('action', 'in', actions)
    .where('auditTrail.id', '>', after)
    .orderBy('auditTrail.id')
    .limit(limit)
    .execute();
}

/** What this person did, without whose data it was. */
export function listActivity(db: Db, userId: string, { after, limit }: Piece) {
  return db
    .selectFrom('auditTrail')
    .select(['id', 'at', 'action'])
    .where('actorId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Alerts to this person are about somebody else: without their text. */
export function listAlerts(db: Db, userId: string, { after, limit }: Piece) {
  return db
    .selectFrom('alerts')
    .select(['id', 'type', 'severity', 'timestamp', 'seenAt', 'acknowledgedAt'])
    .select(sql<string>`case when patient_id = ${userId} then 'ABOUT_ME' else 'TO_ME' end`.as('relation'))
    .select(sql<string | null>`case when patient_id = ${userId} then message end`.as('message'))
    .select(sql<string | null>`case when patient_id = ${userId} then fall_id end`.as('fallId'))
    .where((eb) => eb.or([eb('patientId', '=', userId), eb('recipientId', '=', userId)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listMessages(db: Db, userId: string, { after, limit }: Piece) {
  return db
    .selectFrom('messages')
    .innerJoin('users as senders', 'senders.id', 'messages.senderId')
    .innerJoin('users as recipients', 'recipients.id', 'messages.recipientId')
    .select(['messages.id', 'messages.createdAt', 'messages.readAt', 'messages.content'])
    .select(sql<string>`senders.first_name || ' ' || senders.last_name`.as('from'))
    .select(sql<string>`recipients.first_name || ' ' || recipients.last_name`.as('to'))
    .where((eb) => eb.or([eb('senderId', '=', userId), eb('recipientId', '=', userId)]))
    .where('messages.id', '>', after)
    .orderBy('messages.id')
    .limit(limit)
    .execute();
}

/** Every outcome that was recorded about a fall, oldest first; the last is that of the fall. */
const earlierOutcomes = sql<unknown>`(select coalesce(json_agg(json_build_object('recordedAt', recorded_at,
  'outcome', outcome_records.outcome, 'note', note, 'act', act, 'injury', outcome_records.injury,
  'headImpact', outcome_records.head_impact, 'ambulance', outcome_records.ambulance,
  'liftedBy', outcome_records.lifted_by) order by recorded_at), '[]') from outcome_records where fall_id = falls.id)`;

/** As the person can see them, with the evidence. Without an admin's notes. */
export function listFalls(db: Db, userId: string, { after, limit }: Piece) {
  return db
    .selectFrom('falls')
    .select(['id', 'createdAt', 'impactAt', 'confidence', 'status', 'location', 'witnessed', 'injuries', 'deviceId'])
    .select(['outcome', 'resolutionNote', 'cancelledAt', 'confirmedAt', 'resolvedAt'])
    .select(['withheldUpTo', 'falseAlarmAct', 'source'])
    .select(['injury', 'headImpact', 'ambulance', 'liftedBy'])
    .select(earlierOutcomes.as('outcomeRecords'))
    .select(['sensorData', 'explanation', 'evidence'])
    .where('userId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
