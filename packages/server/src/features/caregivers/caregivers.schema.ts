import Type, { type Static } from 'typebox';
import { pageQuery, searchQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { Invitation } from '../auth/auth.schema.js';
import { accountStatuses, Email, Password, PersonName, Phone } from '../users/users.schema.js';

const Specialization = Text({ max: 200 });
const Organization = Text({ max: 200 });

const profile = {
  id: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: OneOf(['CAREGIVER']),
  phone: Nullable(Type.String()),
  specialization: Nullable(Type.String()),
  organization: Nullable(Type.String()),
  patients: Type.Integer({ description: 'Number of assigned patients.' }),
  activeAlerts: Type.Integer(),
  status: OneOf(accountStatuses),
  invitationPending: Type.Boolean(),
  createdAt: Timestamp,
};

export const Caregiver = Named('Caregiver', profile);
export type Caregiver = Static<typeof Caregiver>;

export const CreatedCaregiver = Named('CreatedCaregiver', { ...profile, invitation: Type.Optional(Invitation) });

export const caregiverSortFields = ['createdAt', 'email', 'firstName', 'lastName'] as const;
export type CaregiverSortField = (typeof caregiverSortFields)[number];

export const CaregiversQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(caregiverSortFields),
  ...searchQuery('the name or the e-mail'),
  status: Type.Optional(OneOf(accountStatuses)),
});
export type CaregiversQuery = Static<typeof CaregiversQuery>;

const details = {
  phone: Type.Optional(Nullable(Phone)),
  specialization: Type.Optional(Nullable(Specialization)),
  organization: Type.Optional(Nullable(Organization)),
};

export const NewCaregiver = Named(
  'NewCaregiver',
  { email: Email, firstName: PersonName, lastName: PersonName, ...details, password: Type.Optional(Password) },
  {
    examples: [
      {
        email: 'carl@example.org',
        firstName: 'Carl',
        lastName: 'Stone',
        phone: '+49 30 1112223',
        specialization: 'Geriatrics',
      },
    ],
  },
);
export type NewCaregiver = Static<typeof NewCaregiver>;

export const CaregiverChanges = Named(
  'CaregiverChanges',
  { firstName: Type.Optional(PersonName), lastName: Type.Optional(PersonName), ...details },
  { examples: [{ specialization: 'Geriatrics', organization: 'Elm House' }] },
);
export type CaregiverChanges = Static<typeof CaregiverChanges>;

export const AssignedPatient = Named('AssignedPatient', {
  id: Id,
  name: Type.String(),
  email: Type.String(),
  healthScore: Type.Integer(),
  isHighRisk: Type.Boolean(),
  lastActive: Nullable(Timestamp),
  devices: Type.Integer(),
  recentFalls: Type.Integer({ description: 'SUSPICIOUS or more within 30 days.' }),
  relationship: Nullable(Type.String()),
});
export type AssignedPatient = Static<typeof AssignedPatient>;

export const AssignedPatientsQuery = Type.Object({ ...pageQuery(), ...sortQuery(['createdAt']) });
export type AssignedPatientsQuery = Static<typeof AssignedPatientsQuery>;

export const NewAssignment = Named(
  'NewAssignment',
  { patientId: Id, relationship: Type.Optional(Nullable(Text({ max: 100 }))) },
  { examples: [{ patientId: '018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f', relationship: 'Nurse' }] },
);

export const Assignment = Named('Assignment', {
  caregiverId: Id,
  patientId: Id,
  relationship: Nullable(Type.String()),
  assignedAt: Timestamp,
});

export const AssignmentParams = Type.Object({ id: Type.String(), patientId: Type.String() });
