import type { Alert, PatientRow } from '@fallwatch/client';
import type { NumberToCall } from '../kept.js';
import { isWaiting } from './alertRules.js';

export interface Cared {
  readonly patient: PatientRow;
  readonly alerts: readonly Alert[];
  readonly name: string;
}

/** Patients with their alerts, most urgent first: unanswered alert, open alert, silent device, high risk. */
export function caredFor(patients: readonly PatientRow[], alerts: readonly Alert[]): Cared[] {
  const byPatient = new Map<string, Alert[]>();
  for (const alert of alerts) byPatient.set(alert.patientId, [...(byPatient.get(alert.patientId) ?? []), alert]);
  return patients
    .map((patient) => ({
      patient,
      alerts: byPatient.get(patient.id) ?? [],
      name: `${patient.firstName} ${patient.lastName}`,
    }))
    .toSorted((one, other) => urgency(other) - urgency(one) || one.name.localeCompare(other.name));
}

function urgency({ patient: { isHighRisk, device }, alerts }: Cared): number {
  if (alerts.some(isWaiting)) return 4;
  if (alerts.length > 0) return 3;
  if (device !== null && device.status !== 'ACTIVE') return 2;
  return isHighRisk ? 1 : 0;
}

/** The search narrows people without alerts only; people with an open alert are always shown. */
export function matching(cared: readonly Cared[], search: string): Cared[] {
  const wanted = search.trim().toLocaleLowerCase();
  return cared.filter(({ name, alerts }) => alerts.length > 0 || name.toLocaleLowerCase().includes(wanted));
}

/** The phone numbers of the patients and of their emergency contacts, for a screen without a connection. */
export function numbersToCall(patients: readonly PatientRow[], emergencyName: string): NumberToCall[] {
  return patients.flatMap(({ firstName, lastName, phone, emergencyContact }) => {
    const name = `${firstName} ${lastName}`;
    const own = phone === null ? [] : [{ name, phone }];
    return emergencyContact === null ? own : [...own, { name, as: emergencyName, phone: emergencyContact }];
  });
}
