/** What a person is and has: Patient, Device, Observation, Flag. */
import type { Device, Flag, Observation, ObservationComponent, Patient } from '@medplum/fhirtypes';
import type { Patient as PatientProfile } from '../patients/patients.schema.js';
import type { VitalsBucket } from '../vitals/vitals.schema.js';
import type { FhirPeriod } from './fhir.rules.js';
import type { FhirDevice } from './fhir.store.js';

type KnownProfile = Pick<
  PatientProfile,
  'id' | 'firstName' | 'lastName' | 'dateOfBirth' | 'status' | 'phone' | 'phoneNumbers' | 'emergencyContact'
>;

export const toReference = (resourceType: string, id: string) => ({ reference: `${resourceType}/${id}` });

export function toPatient(profile: KnownProfile): Patient {
  const { id, firstName, lastName, dateOfBirth, status, phone, phoneNumbers, emergencyContact } = profile;
  const contact = [
    ...phoneNumbers.map((number) => ({
      name: { text: number.name },
      ...(number.relationship ? { relationship: [{ text: number.relationship }] } : {}),
      telecom: [{ system: 'phone' as const, value: number.phone }],
    })),
    // Free text: often a name beside the number.
    ...(emergencyContact ? [{ relationship: [{ text: 'Emergency contact' }], name: { text: emergencyContact } }] : []),
  ];
  return {
    resourceType: 'Patient',
    id,
    active: status === 'active',
    name: [{ family: lastName, given: [firstName] }],
    ...(dateOfBirth ? { birthDate: dateOfBirth } : {}),
    ...(phone ? { telecom: [{ system: 'phone' as const, value: phone }] } : {}),
    ...(contact.length > 0 ? { contact } : {}),
  };
}

export function toDevice(device: FhirDevice, patientId: string): Device {
  const { id, macAddress, name, firmwareVersion, isActive } = device;
  return {
    resourceType: 'Device',
    id,
    identifier: [{ type: { text: 'MAC address' }, value: macAddress }],
    status: isActive ? 'active' : 'inactive',
    deviceName: [{ name, type: 'user-friendly-name' }],
    type: { text: 'Wearable fall detector' },
    ...(firmwareVersion ? { version: [{ type: { text: 'firmware' }, value: firmwareVersion }] } : {}),
    patient: toReference('Patient', patientId),
  };
}

const loinc = 'http://loinc.org';
const units = 'http://unitsofmeasure.org';

const kinds = [
  {
    vital: 'heartRate',
    key: 'hr',
    coding: [{ system: loinc, code: '8867-4', display: 'Heart rate' }],
    unit: '/min',
  },
  {
    vital: 'oxygenSaturation',
    key: 'spo2',
    // 2708-6 beside it, as the profile of vital signs requires.
    coding: [
      { system: loinc, code: '59408-5', display: 'Oxygen saturation in Arterial blood by Pulse oximetry' },
      { system: loinc, code: '2708-6', display: 'Oxygen saturation in Arterial blood' },
    ],
    unit: '%',
  },
] as const;

const vitalSigns = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }],
};

/** One for each kind of value that was measured in the bucket. The mean is its value; smallest and largest beside it. */
export function toObservations(bucket: VitalsBucket, patientId: string, { step, to }: FhirPeriod): Observation[] {
  const startMs = Date.parse(bucket.at);
  const end = new Date(Math.min(startMs + step * 1_000, Date.parse(to))).toISOString();
  return kinds.flatMap(({ vital, key, coding, unit }) => {
    const range = bucket[vital];
    if (!range) return [];
    const toQuantity = (value: number) => ({ value, unit, system: units, code: unit });
    const component = (text: string, value: number): ObservationComponent => {
      return { code: { text }, valueQuantity: toQuantity(value) };
    };
    return {
      resourceType: 'Observation' as const,
      id: `${patientId}-${key}-${startMs / 1_000}`,
      status: 'final' as const,
      category: [vitalSigns],
      code: { coding: coding.map((one) => ({ ...one })) },
      subject: toReference('Patient', patientId),
      effectivePeriod: { start: new Date(startMs).toISOString(), end },
      valueQuantity: toQuantity(range.mean),
      component: [component('Smallest value', range.min), component('Largest value', range.max)],
    };
  });
}

export interface Risk {
  readonly healthScore: number;
  readonly isHighRisk: boolean;
}

/** The risk now, whatever the period is. */
export function toFlag({ healthScore, isHighRisk }: Risk, patientId: string, now: string): Flag {
  return {
    resourceType: 'Flag',
    id: patientId,
    status: isHighRisk ? 'active' : 'inactive',
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/flag-category', code: 'safety' }] }],
    code: { text: `High risk: health score ${healthScore} of 100 (at most 25 is high risk)` },
    subject: toReference('Patient', patientId),
    period: { start: now },
  };
}
