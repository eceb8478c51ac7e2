/**
 * Whose device it is. A person manages the own devices, a caregiver those of assigned patients, an admin all. A device
 * that changes its owner becomes a new device with the same MAC address: the history stays with the person who wore it.
 */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict, forbidden, invalid, notFound, unavailable } from '../../platform/refusal.js';
import { closeAdminAlerts } from '../alerts/raising.service.js';
import { listCaregivers } from '../assignments/assignments.service.js';
import { findDeviceByMac, removeFromOwner } from '../devices/device-owner.service.js';
import type { Device } from '../devices/devices.schema.js';
import { foreignData, type NewDevice, readDevice, registerDevice } from '../devices/devices.service.js';
import { closeTroubles } from '../troubles/troubles.service.js';
import { findUser } from '../users/users.service.js';

/** The MAC address is free then: the next reading or pairing registers it anew. */
export function releaseDevice(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await release(ctx, id);
  });
}

async function release(ctx: Context, id: string) {
  await closeTroubles(ctx, id);
  const device = await removeFromOwner(ctx, id);
  await closeAdminAlerts(ctx, device.userId, foreignData);
  return device;
}

/** Ends the device's credentials: it is paired again, or gets a new one, for its new owner. */
export function transferDevice(ctx: Context, id: string, patientId: string): Promise<Device> {
  return inTransaction(ctx, async (ctx) => {
    const owner = await findNewOwner(ctx, patientId);
    const before = await readDevice(ctx, id);
    if (before.userId === owner) throw conflict('This device belongs to this person already');
    const { macAddress, name, firmwareVersion } = await release(ctx, id);
    return register(ctx, { userId: owner, macAddress, name, firmwareVersion });
  });
}

/**
 * Makes this person the owner of a device that is at hand: it has just been paired. A device of somebody else is taken
 * over only by a caller who may manage that person's devices.
 */
export function giveDevice(ctx: Context, device: NewDevice): Promise<Device> {
  return inTransaction(ctx, async (ctx) => {
    const known = await findDeviceByMac(ctx, device.macAddress);
    if (known?.userId === device.userId) return readDevice(ctx, known.id);
    if (known && !(await mayManage(ctx, known.userId)))
      throw conflict(
        'This device belongs to another account. Its owner, their caregiver or an admin must release it first.',
      );
    if (known) await release(ctx, known.id);
    return register(ctx, device);
  });
}

async function register(ctx: Context, device: NewDevice): Promise<Device> {
  await registerDevice(ctx, device);
  const row = await findDeviceByMac(ctx, device.macAddress);
  // Between the two steps a reading of another account can register it.
  if (row?.userId !== device.userId) throw unavailable('Another account has just registered this device. Try again.');
  await recordAudit(ctx, 'device.assign', device.userId);
  return readDevice(ctx, row.id);
}

/** The person for whom the caller wants a device: patients themselves, others the patient that they name. */
export async function findNewOwner(ctx: Context, patientId: string | undefined): Promise<string> {
  const { role } = ctx.actor;
  if (role === 'PATIENT') {
    if (patientId !== undefined && patientId.toLowerCase() !== actorId(ctx))
      throw forbidden('Patients have devices of their own only. To pass one on, release it: the next person pairs it.');
    return actorId(ctx);
  }
  if (patientId === undefined) throw invalid({ patientId: 'is required: the patient who will wear the device' });
  const patient = await findUser(ctx, patientId);
  if (patient?.role !== 'PATIENT') throw notFound('Patient');
  if (!(await mayManage(ctx, patient.id))) throw forbidden('You are not assigned to this patient');
  return patient.id;
}

/** Whether the caller may manage the devices of this person. */
export async function mayManage(ctx: Context, ownerId: string): Promise<boolean> {
  const { id, role } = ctx.actor;
  if (role === 'ADMIN' || id === ownerId) return true;
  return role === 'CAREGIVER' && (await listCaregivers(ctx, ownerId)).some((caregiver) => caregiver.id === id);
}
