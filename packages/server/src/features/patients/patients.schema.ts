import Type, { type Static } from 'typebox';
import { pageQuery, searchQuery, sortQuery } from '../../platform/http/pagination.js';
import { DateOnly, Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { Invitation } from '../auth/auth.schema.js';
import { cardProperties, changeableDetails, responderProperties } from '../details/details.schema.js';
import { deviceStatuses } from '../devices/devices.rules.js';
import { accountStatuses, Email, Password, PersonName, Phone } from '../users/users.schema.js';

export const EmergencyContact = Text({ max: 100, description: 'Phone number of somebody to call.' });

const profile = {
  id: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: OneOf(['PATIENT']),
  dateOfBirth: Nullable(DateOnly),
  emergencyContact: Nullable(Type.String()),
};

const more = {
  phone: Nullable(Type.String()),
  bloodPressure: Nullable(Type.String()),
  status: OneOf(accountStatuses),
  invitationPending: Type.Boolean(),
  createdAt: Timestamp,
  healthScore: Type.Integer(),
  isHighRisk: Type.Boolean(),
};

const around = {
  ...responderProperties,
  caregivers: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      relationship: Nullable(Type.String()),
      phone: Nullable(Type.String()),
    }),
  ),
  devices: Type.Array(Type.Object({ id: Id, name: Type.String(), status: OneOf(deviceStatuses) })),
};

const NotWornSince = Type.String({
  ...Timestamp,
  description: 'While the device counts as not worn: the last sign of a wearer. Null otherwise.',
});

export const PatientRow = Named('PatientRow', {
  ...profile,
  ...more,
  ...cardProperties,
  openAlerts: Type.Integer({ description: 'Number of open escalations that nobody has acknowledged.' }),
  device: Nullable(
    Type.Object(
      {
        status: OneOf(deviceStatuses),
        batteryLevel: Nullable(Type.Number({ description: 'Percent.' })),
        lastSeen: Nullable(Timestamp),
        notWornSince: Nullable(NotWornSince),
      },
      { description: 'The device with the newest reading; null without one.' },
    ),
  ),
});
export type PatientRow = Static<typeof PatientRow>;

export const Patient = Named('Patient', { ...profile, ...more, ...around });
export type Patient = Static<typeof Patient>;

export const CreatedPatient = Named('CreatedPatient', {
  ...profile,
  ...more,
  ...around,
  invitation: Type.Optional(Invitation),
});

export const patientSortFields = ['createdAt', 'email', 'firstName', 'lastName'] as const;
export type PatientSortField = (typeof patientSortFields)[number];

export const PatientsQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(patientSortFields),
  ...searchQuery('the name, the e-mail, the room or the ward'),
  status: Type.Optional(OneOf(accountStatuses)),
  withoutCaregiver: Type.Optional(
    Type.Boolean({ description: 'true: patients without an active caregiver; false: the others.' }),
  ),
});
export type PatientsQuery = Static<typeof PatientsQuery>;

export const NewPatient = Named(
  'NewPatient',
  {
    email: Email,
    firstName: PersonName,
    lastName: PersonName,
    dateOfBirth: Type.Optional(Nullable(DateOnly)),
    emergencyContact: Type.Optional(Nullable(EmergencyContact)),
    phone: Type.Optional(Nullable(Phone)),
    ...changeableDetails,
    relationship: Type.Optional(Nullable(Text({ max: 100 }))),
    password: Type.Optional(Password),
  },
  {
    examples: [
      {
        email: 'rose@example.org',
        firstName: 'Rose',
        lastName: 'Hill',
        dateOfBirth: '1938-03-02',
        emergencyContact: '+49 30 7654321',
        room: '12',
        instructions: 'Speak loudly, she hears little.',
        phoneNumbers: [{ name: 'Marie Hill', relationship: 'Daughter', phone: '+49 171 7654321' }],
      },
    ],
  },
);
export type NewPatient = Static<typeof NewPatient>;

export const PatientChanges = Type.Partial(
  Type.Object({
    email: Email,
    firstName: PersonName,
    lastName: PersonName,
    dateOfBirth: Nullable(DateOnly),
    phone: Nullable(Phone),
    emergencyContact: Nullable(EmergencyContact),
    ...changeableDetails,
    bloodPressure: Nullable(
      Type.String({ pattern: '^[0-9]{2,3}/[0-9]{2,3}$', description: 'must be like 120/80', examples: ['120/80'] }),
    ),
  }),
  { title: 'PatientChanges', examples: [{ emergencyContact: '+49 30 7654321', bloodPressure: '120/80' }] },
);
export type PatientChanges = Static<typeof PatientChanges>;

export const HealthSummary = Named('HealthSummary', {
  patientId: Id,
  healthScore: Type.Integer(),
  riskScore: Type.Integer(),
  isHighRisk: Type.Boolean(),
  basis: OneOf(['DATA', 'NO_DATA']),
  factors: Type.Array(
    Type.Object({ name: Type.String(), score: Type.Number(), weight: Type.Number(), note: Type.String() }),
  ),
  vitals: Type.Object({
    heartRate: Nullable(Type.Integer()),
    bloodPressure: Nullable(Type.String()),
    oxygenSaturation: Nullable(Type.Integer()),
  }),
  lastUpdate: Nullable(Timestamp),
});
export type HealthSummary = Static<typeof HealthSummary>;
