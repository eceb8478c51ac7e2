import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import { conflict, notFound } from '../../platform/refusal.js';
import { closeAdminAlerts, raiseAdminAlert } from '../alerts/alerts.service.js';
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
    await recordSystemLog(ctx, 'info', 'assignments', 'Caregiver assigned', patientId);
    return assignment;
  });
}

export function unassignCaregiver(ctx: Context, caregiverId: string, patientId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!isUuid(patientId)) throw notFound('Assignment');
    const leftAlone = await store.listPatientsOnlyOf(ctx.db, caregiverId);
    if (!(await store.deleteAssignment(ctx.db, caregiverId, patientId))) throw notFound('Assignment');
    await recordAudit(ctx, 'caregiver.unassign', patientId);
    await recordSystemLog(ctx, 'info', 'assignments', 'Caregiver unassigned', patientId);
    if (leftAlone.includes(patientId.toLowerCase())) await alertNobodyLooksAfter(ctx, [patientId]);
  });
}

/** Call before a caregiver goes away (deleted, deactivated, another role): the admins hear of whoever is left alone. */
export async function alertPatientsLeftBy(ctx: Context, caregiverId: string): Promise<void> {
  await alertNobodyLooksAfter(ctx, await store.listPatientsOnlyOf(ctx.db, caregiverId));
}

/** With another role, a person is nobody's caregiver and nobody's patient any more. */
export function dropAssignmentsOf(ctx: Context, userId: string): Promise<void> {
  return store.deleteAssignmentsOf(ctx.db, userId);
}

export function countAssignments(ctx: Context): Promise<number> {
  return store.countAssignments(ctx.db);
}

export async function caregiversOf(ctx: Context, patientId: string) {
  const rows = await store.listCaregiversOf(ctx.db, patientId);
  return rows.map(({ id, firstName, lastName, relationship, phone }) => ({
    id,
    name: `${firstName} ${lastName}`,
    relationship,
    phone,
  }));
}

async function alertNobodyLooksAfter(ctx: Context, patientIds: readonly string[]): Promise<void> {
  for (const patientId of patientIds)
    await raiseAdminAlert(ctx, {
      patientId,
      type: nobodyLooksAfter,
      severity: 'HIGH',
      message: 'Nobody looks after this person any more. Assign a caregiver.',
    });
}
