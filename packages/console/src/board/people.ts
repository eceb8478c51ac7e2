import type { RowOf } from '@fallwatch/client';
import { type Alert, isWaiting } from './alerts.js';

export type Patient = RowOf<'/api/patients'>;

export interface Cared {
  readonly patient: Patient;
  readonly alerts: readonly Alert[];
  readonly name: string;
}

/** With their alerts, the most urgent first: who waits, who has something open, whose device is silent, who is at risk. */
export function caredFor(patients: readonly Patient[], alerts: readonly Alert[]): Cared[] {
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

/** A filter narrows the quiet ones; whoever has an open alert is always shown. */
export function matching(cared: readonly Cared[], search: string): Cared[] {
  const wanted = search.trim().toLocaleLowerCase();
  return cared.filter(({ name, alerts }) => alerts.length > 0 || name.toLocaleLowerCase().includes(wanted));
}
