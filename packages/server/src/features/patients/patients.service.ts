import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { type Paged, toSort } from '../../platform/http/pagination.js';
import { forbidden, invalid } from '../../platform/refusal.js';
import { removeAccount } from '../accounts/accounts.service.js';
import { countOpenAlerts } from '../alerts/alerts.service.js';
import { assignCaregiver, countPatients, listCaregivers } from '../assignments/assignments.service.js';
import type { Invitation } from '../auth/auth.schema.js';
import { inviteUser } from '../auth/auth.service.js';
import { splitDetails } from '../details/details.rules.js';
import type { DetailChanges } from '../details/details.schema.js';
import { changeDetails } from '../details/details.service.js';
import type { Device } from '../devices/devices.schema.js';
import { listDevicesOfUsers } from '../devices/devices.service.js';
import { notifyOfChange } from '../email/account-mail.service.js';
import { mailInvitation } from '../email/invitations.service.js';
import { computeScore, computeScores } from '../scores/scores.service.js';
import { changeUser, createUser, findUser, getUser, hashNewPassword } from '../users/users.service.js';
import type {
  HealthSummary,
  NewPatient,
  Patient,
  PatientChanges,
  PatientRow,
  PatientsQuery,
} from './patients.schema.js';
import * as store from './patients.store.js';

/** A caregiver sees assigned patients, an admin sees all. */
export async function listPatients(ctx: Context, query: PatientsQuery): Promise<Paged<PatientRow>> {
  const caregiverId = ctx.actor.role === 'CAREGIVER' ? actorId(ctx) : undefined;
  const { rows, total } = await store.listPatients(ctx.db, { ...query, caregiverId }, toSort(query), query);
  const ids = rows.map((patient) => patient.id);
  const scores = await computeScores(ctx, ids);
  const devices = lastHeardByUser(await listDevicesOfUsers(ctx, ids));
  const notWorn = await store.listNotWorn(ctx.db, ids);
  const openAlerts = await countOpenAlerts(ctx, ids);
  const patients = rows.map((patient) => ({
    ...patient,
    ...scoreFields(scores.get(patient.id)),
    openAlerts: openAlerts.get(patient.id) ?? 0,
    device: toRowDevice(devices.get(patient.id), notWorn),
  }));
  return { rows: patients, total };
}

function toRowDevice(device: Device | undefined, notWorn: ReadonlyMap<string, string>): PatientRow['device'] {
  return device ? { ...device, notWornSince: notWorn.get(device.id) ?? null } : null;
}

/** User → the device that sent last. */
function lastHeardByUser(devices: readonly Device[]): Map<string, Device> {
  const last = new Map<string, Device>();
  for (const device of devices) {
    const other = last.get(device.userId);
    if (!other || (device.lastSeen ?? '') > (other.lastSeen ?? '')) last.set(device.userId, device);
  }
  return last;
}

/** Counts active accounts only. */
export function countPatientsWithoutCaregiver(ctx: Context): Promise<number> {
  return store.countPatients(ctx.db, { status: 'active', withoutCaregiver: true });
}

export async function readPatient(ctx: Context, id: string): Promise<Patient> {
  const patient = await store.getPatient(ctx.db, id);
  const score = await computeScore(ctx, id);
  return {
    ...patient,
    ...scoreFields(score),
    caregivers: await listCaregivers(ctx, id),
    devices: await listDevicesOfUsers(ctx, [id]),
  };
}

/** The caregiver who creates the patient is assigned at once. Without a password an invitation is issued. */
export async function createPatient(ctx: Context, draft: NewPatient): Promise<Patient & { invitation?: Invitation }> {
  const { password, relationship = null, ...given } = draft;
  const { account, details } = splitDetails(given);
  const passwordHash = password === undefined ? null : await hashNewPassword(ctx, password);
  const { patient, invitation } = await inTransaction(ctx, async (ctx) => {
    await refuseTooManyPatients(ctx);
    const { id } = await createUser(ctx, { ...account, passwordHash, role: 'PATIENT' });
    await changeDetails(ctx, id, details);
    await assignCaregiver(ctx, actorId(ctx), id, relationship);
    const patient = await readPatient(ctx, id);
    return { patient, invitation: passwordHash === null ? await inviteUser(ctx, id) : null };
  });
  return invitation ? { ...patient, invitation: await mailInvitation(ctx, patient, invitation) } : patient;
}

/** What an admin knows of a new patient: the details, and who looks after them. */
export async function addToPatient(
  ctx: Context,
  patientId: string,
  details: DetailChanges,
  caregiverIds: readonly string[],
): Promise<void> {
  await changeDetails(ctx, patientId, details);
  for (const caregiverId of caregiverIds) {
    if ((await findUser(ctx, caregiverId))?.role !== 'CAREGIVER')
      throw invalid({ caregiverIds: `must be ids of caregivers; got ${caregiverId}` });
    await assignCaregiver(ctx, caregiverId, patientId, null);
  }
}

/**
 * Anybody may become a caregiver if sign-up is open: the limit keeps one account from filling the service with
 * patients.
 */
async function refuseTooManyPatients(ctx: Context): Promise<void> {
  const { patientsPerCaregiver } = ctx.config;
  if ((await countPatients(ctx, actorId(ctx))) >= patientsPerCaregiver)
    throw forbidden(`Patient limit reached (${patientsPerCaregiver}). Ask an admin to assign further patients to you.`);
}

/** The e-mail is the login, so only an admin may change it. */
export async function updatePatient(ctx: Context, id: string, changes: PatientChanges): Promise<Patient> {
  const { account, details } = splitDetails(changes);
  if (account.email !== undefined && ctx.actor.role !== 'ADMIN') throw forbidden('Only an admin may change the e-mail');
  const before = await getUser(ctx, id);
  const patient = await inTransaction(ctx, async (ctx) => {
    await changeUser(ctx, id, account);
    await changeDetails(ctx, id, details);
    return readPatient(ctx, id);
  });
  if (patient.email !== before.email) notifyOfChange(ctx, id, 'EMAIL_CHANGED', before.email);
  return patient;
}

export function deletePatient(ctx: Context, id: string): Promise<void> {
  return removeAccount(ctx, id);
}

export async function readHealth(ctx: Context, id: string): Promise<HealthSummary> {
  const { bloodPressure } = await store.getPatient(ctx.db, id);
  const { healthScore, riskScore, isHighRisk, basis, factors, heartRate, spo2, lastSeen } = await computeScore(ctx, id);
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
