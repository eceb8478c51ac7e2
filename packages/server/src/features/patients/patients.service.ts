import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { type Paged, sortOf } from '../../platform/http/pagination.js';
import { forbidden } from '../../platform/refusal.js';
import { openAlertsOf } from '../alerts/alerts.service.js';
import { assignCaregiver, caregiversOf } from '../assignments/assignments.service.js';
import type { Invitation } from '../auth/auth.schema.js';
import { inviteUser } from '../auth/auth.service.js';
import type { Device } from '../devices/devices.schema.js';
import { devicesOf } from '../devices/devices.service.js';
import { scoreOf, scoresOf } from '../scores/scores.service.js';
import { changeUser, createUser, deleteUser } from '../users/users.service.js';
import type {
  HealthSummary,
  NewPatient,
  Patient,
  PatientChanges,
  PatientRow,
  PatientsQuery,
} from './patients.schema.js';
import * as store from './patients.store.js';

/** A caregiver sees the assigned ones, an admin all. */
export async function listPatients(ctx: Context, query: PatientsQuery): Promise<Paged<PatientRow>> {
  const caregiverId = ctx.actor.role === 'CAREGIVER' ? actorId(ctx) : undefined;
  const { rows, total } = await store.listPatients(ctx.db, { ...query, caregiverId }, sortOf(query), query);
  const ids = rows.map((patient) => patient.id);
  const scores = await scoresOf(ctx, ids);
  const devices = lastHeardOf(await devicesOf(ctx, ids));
  const openAlerts = await openAlertsOf(ctx, ids);
  const patients = rows.map((patient) => ({
    ...patient,
    ...scoreFields(scores.get(patient.id)),
    openAlerts: openAlerts.get(patient.id) ?? 0,
    device: devices.get(patient.id) ?? null,
  }));
  return { rows: patients, total };
}

/** Of each person the device that was heard last. */
function lastHeardOf(devices: readonly Device[]): Map<string, Device> {
  const last = new Map<string, Device>();
  for (const device of devices) {
    const other = last.get(device.userId);
    if (!other || (device.lastSeen ?? '') > (other.lastSeen ?? '')) last.set(device.userId, device);
  }
  return last;
}

/** Of those whose account is in use. */
export function countPatientsWithoutCaregiver(ctx: Context): Promise<number> {
  return store.countPatients(ctx.db, { status: 'active', withoutCaregiver: true });
}

export async function readPatient(ctx: Context, id: string): Promise<Patient> {
  const patient = await store.getPatient(ctx.db, id);
  const score = await scoreOf(ctx, id);
  return {
    ...patient,
    ...scoreFields(score),
    caregivers: await caregiversOf(ctx, id),
    devices: await devicesOf(ctx, [id]),
  };
}

/** The creating caregiver looks after the new patient at once. Without a password an invitation is issued. */
export async function createPatient(ctx: Context, draft: NewPatient): Promise<Patient & { invitation?: Invitation }> {
  const { password, emergencyContact, relationship = null, ...account } = draft;
  const passwordHash = password === undefined ? null : await ctx.passwords.hash(password);
  return inTransaction(ctx, async (ctx) => {
    const { id } = await createUser(ctx, { ...account, passwordHash, role: 'PATIENT' });
    await store.upsertDetails(ctx.db, id, emergencyContact === undefined ? {} : { emergencyContact });
    await assignCaregiver(ctx, actorId(ctx), id, relationship);
    const patient = await readPatient(ctx, id);
    return passwordHash === null ? { ...patient, invitation: await inviteUser(ctx, id) } : patient;
  });
}

/** The e-mail opens the account, so only an admin may change it. */
export function updatePatient(ctx: Context, id: string, changes: PatientChanges): Promise<Patient> {
  const { emergencyContact, bloodPressure, ...account } = changes;
  if (account.email !== undefined && ctx.actor.role !== 'ADMIN') throw forbidden('Only an admin may change the e-mail');
  return inTransaction(ctx, async (ctx) => {
    await changeUser(ctx, id, account);
    await store.upsertDetails(ctx.db, id, {
      ...(emergencyContact === undefined ? {} : { emergencyContact }),
      ...(bloodPressure === undefined ? {} : { bloodPressure }),
    });
    return readPatient(ctx, id);
  });
}

export function deletePatient(ctx: Context, id: string): Promise<void> {
  return deleteUser(ctx, id);
}

export async function readHealth(ctx: Context, id: string): Promise<HealthSummary> {
  const { bloodPressure } = await store.getPatient(ctx.db, id);
  const { healthScore, riskScore, isHighRisk, basis, factors, heartRate, spo2, lastSeen } = await scoreOf(ctx, id);
  const vitals = { heartRate, bloodPressure, oxygenSaturation: spo2 };
  return {
    patientId: id,
    healthScore,
    riskScore,
    isHighRisk,
    basis,
    factors: [...factors],
    vitals,
    lastUpdate: lastSeen,
  };
}

function scoreFields(score: { healthScore: number; isHighRisk: boolean } | undefined) {
  return { healthScore: score?.healthScore ?? 0, isHighRisk: score?.isHighRisk ?? false };
}
