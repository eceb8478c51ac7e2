import type { Alert, HeartRateTrend, PatientRow } from '@fallwatch/client';
import type { NumberToCall } from '../kept.js';
import { foldText } from '../parts/foldText.js';
import { byUrgency, personStatus, type Status } from './status.js';

export interface Cared {
  readonly patient: PatientRow;
  readonly alerts: readonly Alert[];
  readonly trend: HeartRateTrend | undefined;
  readonly name: string;
  readonly status: Status;
  /** Name and room, for the search. */
  readonly folded: string;
}

const none: readonly Alert[] = [];

/** Patients with their alerts, most urgent first, then by room and name. */
export function caredFor(
  patients: readonly PatientRow[],
  alerts: readonly Alert[],
  trends: readonly HeartRateTrend[],
): Cared[] {
  const alertsByPatient = new Map<string, Alert[]>();
  for (const alert of alerts)
    alertsByPatient.set(alert.patientId, [...(alertsByPatient.get(alert.patientId) ?? []), alert]);
  const trendByPatient = new Map(trends.map((trend) => [trend.patientId, trend]));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return patients
    .map((patient): Cared => {
      const own = alertsByPatient.get(patient.id) ?? none;
      const name = `${patient.firstName} ${patient.lastName}`;
      const status = personStatus(patient, own);
      const trend = trendByPatient.get(patient.id);
      return { patient, alerts: own, trend, name, status, folded: foldText(`${name} ${patient.room ?? ''}`) };
    })
    .sort(
      (one, other) =>
        byUrgency(one.status, other.status) ||
        compare(one.patient.room ?? '', other.patient.room ?? '') ||
        compare(one.name, other.name),
    );
}

/** Wards in their order, with the number of people in each. */
export function countWards(patients: readonly PatientRow[]): [ward: string, count: number][] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const counts = new Map<string, number>();
  for (const { ward } of patients) if (ward !== null) counts.set(ward, (counts.get(ward) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => compare(one, other));
}

/** The search narrows people without alerts only; people with an open alert are always shown. */
export function matching(cared: readonly Cared[], search: string, ward: string | null): Set<Cared> {
  const wanted = foldText(search);
  return new Set(
    cared.filter(
      ({ folded, alerts, patient }) =>
        (ward === null || patient.ward === ward) && (alerts.length > 0 || folded.includes(wanted)),
    ),
  );
}

/** The phone numbers of the patients and of their emergency contacts, for a screen without a connection. */
export function numbersToCall(patients: readonly PatientRow[], emergencyName: string): NumberToCall[] {
  return patients.flatMap(({ firstName, lastName, phone, emergencyContact }) => {
    const name = `${firstName} ${lastName}`;
    const own = phone === null ? [] : [{ name, phone }];
    return emergencyContact === null ? own : [...own, { name, as: emergencyName, phone: emergencyContact }];
  });
}
