import Type, { type Static } from 'typebox';
import { pageQuery, searchQuery, sortQuery } from '../../platform/http/pagination.js';
import { DateOnly, Id, Named, Nullable, OneOf } from '../../platform/http/shapes.js';
import { Invitation } from '../auth/auth.schema.js';
import { changeableDetails } from '../details/details.schema.js';
import { EmergencyContact } from '../patients/patients.schema.js';
import { Account, accountStatuses, Email, PersonName, Phone, roles, userSortFields } from '../users/users.schema.js';

export const UserQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(userSortFields),
  ...searchQuery('the name, the e-mail, the room or the ward'),
  role: Type.Optional(OneOf(roles)),
  status: Type.Optional(OneOf(accountStatuses)),
});

export const NewAccount = Named(
  'NewAccount',
  {
    role: OneOf(roles),
    email: Email,
    firstName: PersonName,
    lastName: PersonName,
    phone: Type.Optional(Nullable(Phone)),
    dateOfBirth: Type.Optional(Nullable(DateOnly)),
    // For a patient only; ignored with another role.
    emergencyContact: Type.Optional(Nullable(EmergencyContact)),
    ...changeableDetails,
    caregiverIds: Type.Optional(
      Type.Array(Id, { maxItems: 20, uniqueItems: true, description: 'Who looks after the patient.' }),
    ),
  },
  {
    description: 'From `dateOfBirth` on, the fields are for patients; with another role they are ignored.',
    examples: [{ role: 'PATIENT', email: 'rose@example.org', firstName: 'Rose', lastName: 'Hill', room: '12' }],
  },
);
export type NewAccount = Static<typeof NewAccount>;

export const CreatedAccount = Named('CreatedAccount', { ...Account.properties, invitation: Invitation });

export const UserUpdate = Type.Partial(
  Type.Object({
    email: Email,
    firstName: PersonName,
    lastName: PersonName,
    role: OneOf(roles),
    status: OneOf(accountStatuses),
    phone: Nullable(Phone),
    dateOfBirth: Nullable(DateOnly),
  }),
  { title: 'UserUpdate', examples: [{ status: 'inactive' }] },
);

export const Statistics = Named('Statistics', {
  totalUsers: Type.Integer(),
  activeDevices: Type.Integer(),
  fallsToday: Type.Integer({ description: 'SUSPICIOUS or more since 00:00 UTC.' }),
  highRiskPatients: Type.Integer({ description: 'By the scores as last calculated.' }),
  caregiverAssignments: Type.Integer(),
  patientsWithoutCaregiver: Type.Integer({ description: 'With an active account, and no active caregiver.' }),
  silentDevices: Type.Integer({ description: 'INACTIVE or OFFLINE.' }),
  systemHealth: OneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY']),
});
export type Statistics = Static<typeof Statistics>;

export const RoleChange = Named('RoleChange', { role: OneOf(roles) }, { examples: [{ role: 'CAREGIVER' }] });
