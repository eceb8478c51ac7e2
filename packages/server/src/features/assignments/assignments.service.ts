import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import { conflict, notFound } from '../../platform/refusal.js';
import { closeAdminAlerts, raiseAdminAlert } from '../alerts/raising.service.js';
import { releaseEverything } from '../escalation/responding.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { findUser } from '../users/users.service.js';
import * as store from './assignments.store.js';

const nobodyLooksAfter = 'NO_CAREGIVER';

export function assignCaregiver(ctx: Context, caregiverId: string, patientId: string, relationship: string | null) {
  return inTransaction(ctx, async (ctx) => {
    const patient = await findUser(ctx, patientId);
    if (patient?.role !== 'PATIENT') throw notFound('Patient');
    const assignment = await store.insertAssignment(ctx.db, {
      caregiverId,
      patientId,
      relationship,
      assignedAt: ctx.now(),
    });
    if (!assignment) throw conflict('This caregiver looks after this patient already');
    await closeAdminAlerts(ctx, patientId, nobodyLooksAfter);
    await recordAudit(ctx, 'caregiver.assign', patientId);
    await recordSystemLog(ctx, 'CAREGIVER_ASSIGNED', {}, patientId);
    return assignment;
  });
}

export function unassignCaregiver(ctx: Context, caregiverId: string, patientId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!isUuid(patientId)) throw notFound('Assignment');
    const leftAlone = await store.listPatientsWithOnly(ctx.db, caregiverId);
    if (!(await store.deleteAssignment(ctx.db, caregiverId, patientId))) throw notFound('Assignment');
    await releaseEverything(ctx, caregiverId, patientId);
    await recordAudit(ctx, 'caregiver.unassign', patientId);
    await recordSystemLog(ctx, 'CAREGIVER_UNASSIGNED', {}, patientId);
    if (leftAlone.includes(patientId.toLowerCase())) await alertPatientsWithoutCaregiver(ctx, [patientId]);
  });
}

/**
 * Call before a caregiver is deleted, deactivated or gets another role: alerts the admins about patients who are left
 * without a caregiver, and releases the alerts that the caregiver has.
 */
export async function alertPatientsLeftBy(ctx: Context, caregiverId: string): Promise<void> {
  await releaseEverything(ctx, caregiverId);
  await alertPatientsWithoutCaregiver(ctx, await store.listPatientsWithOnly(ctx.db, caregiverId));
}

/** With a new role, a person is no longer anybody's caregiver or patient. */
export function dropAssignments(ctx: Context, userId: string): Promise<void> {
  return store.deleteAssignments(ctx.db, userId);
}

export function countPatients(ctx: Context, caregiverId: string): Promise<number> {
  return store.countPatients(ctx.db, caregiverId);
}

export function countAssignments(ctx: Context): Promise<number> {
  return store.countAssignments(ctx.db);
}

export async function listCaregivers(ctx: Context, patientId: string) {
  const rows = await store.listCaregivers(ctx.db, patientId);
  return rows.map(({ id, firstName, lastName, relationship, phone }) => ({
    id,
    name: `${firstName} ${lastName}`,
    relationship,
    phone,
  }));
}

async function alertPatientsWithoutCaregiver(ctx: Context, patientIds: readonly string[]): Promise<void> {
  for (const patientId of patientIds)
    await raiseAdminAlert(ctx, {
      patientId,
      type: nobodyLooksAfter,
      severity: 'HIGH',
      message: 'Nobody looks after this person any more. Assign a caregiver.',
    });
}
