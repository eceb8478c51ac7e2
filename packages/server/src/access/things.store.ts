import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/database.js';
import type { Role } from '../platform/db/tables/accounts.js';
import { isUuid } from '../platform/ids.js';
import { isOnDutyFor } from './on-duty.store.js';
import type { Relation, Thing } from './rights.js';

/** The resource that an id in a path names, and the caller's relations to it. */
export interface SeenThing {
  /** The id in the database: a device may be requested by its MAC address, a fall by an alias. */
  readonly id: string;
  /** The person whose data it is. */
  readonly subjectId: string | null;
  readonly relations: readonly Relation[];
  /** The device that detected a fall. */
  readonly deviceId?: string | null;
}

type Finder = (db: Db, id: string, callerId: string) => Promise<SeenThing | undefined>;

/** One query each: whether the resource exists, and the caller's relations to it. */
export const findThing: Readonly<Record<Thing, Finder>> = {
  User: async (db, id) => person(await findPerson(db, id, null)),
  Patient: async (db, id, callerId) => person(await findPerson(db, id, 'PATIENT', callerId), callerId),
  Caregiver: async (db, id, callerId) => person(await findPerson(db, id, 'CAREGIVER', callerId), callerId),
  Device: async (db, id, callerId) => {
    const found = await db
      .selectFrom('devices as thing')
      .select(['thing.id', 'thing.userId as subjectId', isAssigned('thing.user_id', callerId).as('isAssigned')])
      .where(isUuid(id) ? 'thing.id' : 'thing.macAddress', '=', id)
      .executeTakeFirst();
    return found && owned(found, callerId);
  },
  Fall: async (db, id, callerId) => {
    const found = await db
      .selectFrom('falls as thing')
      .select(['thing.id', 'thing.deviceId', 'thing.userId as subjectId'])
      .select(isAssigned('thing.user_id', callerId).as('isAssigned'))
      .select(isOnDutyFor(callerId, 'fall_id', sql`thing.id`).as('isOnDuty'))
      .where('thing.id', '=', sql<string>`coalesce((select fall_id from fall_aliases where id = ${id}), ${id})`)
      .executeTakeFirst();
    if (!found) return undefined;
    const seen = owned(found, callerId);
    const relations = found.isOnDuty ? [...seen.relations, 'onDuty' as const] : seen.relations;
    return { ...seen, relations, deviceId: found.deviceId };
  },
  // Checked now, not when the alert was raised: a caregiver who is no longer assigned is no longer an addressee. Whoever
  // got it on duty is one while it is open.
  Alert: async (db, id, callerId) => {
    const found = await db
      .selectFrom('alerts as thing')
      .leftJoin('escalations', 'escalations.id', 'thing.escalationId')
      .select(['thing.id', 'thing.patientId', 'thing.formerPatientId', 'thing.recipientId'])
      .select(sql<SqlBool>`thing.on_duty and escalations.closed_at is null`.as('isOnDuty'))
      .select(isAssigned('thing.patient_id', callerId).as('isAssigned'))
      .where('thing.id', '=', id)
      .where('thing.audience', '=', 'CAREGIVER')
      .executeTakeFirst();
    if (!found) return undefined;
    // A deleted patient has no assignments: the recipients of the alert stay its addressees.
    const isAddressee =
      found.recipientId === callerId && (found.isAssigned || found.isOnDuty || found.patientId === null);
    return {
      id: found.id,
      subjectId: found.patientId ?? found.formerPatientId,
      relations: isAddressee ? ['addressee'] : [],
    };
  },
  AdminAlert: async (db, id) => {
    const found = await db
      .selectFrom('alerts')
      .select(['id', 'patientId', 'formerPatientId'])
      .where('id', '=', id)
      .where('audience', '=', 'ADMIN')
      .executeTakeFirst();
    return found && { id: found.id, subjectId: found.patientId ?? found.formerPatientId, relations: [] };
  },
  Incident: async (db, id, callerId) => {
    const found = await db
      .selectFrom('alerts as thing')
      .select(['thing.id', 'thing.patientId', 'thing.formerPatientId'])
      .select(isAssigned('thing.patient_id', callerId).as('isAssigned'))
      .select(isOnDutyFor(callerId, 'escalation_id', sql`thing.escalation_id`).as('isOnDuty'))
      .where('thing.id', '=', id)
      .executeTakeFirst();
    if (!found) return undefined;
    const subjectId = found.patientId ?? found.formerPatientId;
    const relations: Relation[] = found.isAssigned ? ['assignedCaregiver'] : [];
    if (found.isOnDuty) relations.push('onDuty');
    return { id: found.id, subjectId, relations };
  },
  Message: async (db, id, callerId) => {
    const found = await db
      .selectFrom('messages')
      .select(['id', 'senderId', 'recipientId'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) return undefined;
    const relations: Relation[] = [];
    if (found.senderId === callerId) relations.push('sender');
    if (found.recipientId === callerId) relations.push('recipient');
    return { id: found.id, subjectId: null, relations };
  },
  Webhook: async (db, id, callerId) => {
    const found = await db.selectFrom('webhooks').select(['id', 'userId']).where('id', '=', id).executeTakeFirst();
    return found && belonging(found, callerId);
  },
  ContactPoint: async (db, id, callerId) => {
    const found = await db.selectFrom('contactPoints').select(['id', 'userId']).where('id', '=', id).executeTakeFirst();
    return found && belonging(found, callerId);
  },
  Schedule: async (db, id, callerId) => {
    const isMember = sql<SqlBool>`exists (select from schedule_members
      where schedule_id = thing.id and user_id = ${callerId})`;
    const found = await db
      .selectFrom('schedules as thing')
      .select(['thing.id', isMember.as('isMember')])
      .where('thing.id', '=', id)
      .executeTakeFirst();
    return found && { id: found.id, subjectId: null, relations: found.isMember ? ['member'] : [] };
  },
};

interface FoundPerson {
  readonly id: string;
  readonly isAssigned: SqlBool;
}

function findPerson(db: Db, id: string, role: Role | null, callerId?: string): Promise<FoundPerson | undefined> {
  let query = db.selectFrom('users as thing').select('thing.id').where('thing.id', '=', id);
  if (role) query = query.where('thing.role', '=', role);
  return query.select(isAssigned('thing.id', callerId ?? id).as('isAssigned')).executeTakeFirst();
}

function person(found: FoundPerson | undefined, callerId?: string): SeenThing | undefined {
  if (!found) return undefined;
  const relations: Relation[] = found.id === callerId ? ['self'] : [];
  if (found.isAssigned) relations.push('assignedCaregiver');
  return { id: found.id, subjectId: found.id, relations };
}

function owned(found: { id: string; subjectId: string; isAssigned: SqlBool }, callerId: string): SeenThing {
  const relations: Relation[] = found.subjectId === callerId ? ['owner'] : [];
  if (found.isAssigned) relations.push('assignedCaregiver');
  return { id: found.id, subjectId: found.subjectId, relations };
}

/** Things that only their owner has a relation to. */
function belonging({ id, userId }: { id: string; userId: string }, callerId: string): SeenThing {
  return { id, subjectId: userId, relations: userId === callerId ? ['owner'] : [] };
}

/** Whether the caller is assigned to the person in this column. */
function isAssigned(patientColumn: 'thing.id' | 'thing.user_id' | 'thing.patient_id', callerId: string) {
  return sql<SqlBool>`exists (select 1 from assignments
    where patient_id = ${sql.ref(patientColumn)} and caregiver_id = ${callerId})`;
}
