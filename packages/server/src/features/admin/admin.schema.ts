import Type, { type Static } from 'typebox';
import { pageQuery, searchQuery, sortQuery } from '../../platform/http/pagination.js';
import { DateOnly, Named, Nullable, OneOf } from '../../platform/http/shapes.js';
import { accountStatuses, Email, PersonName, Phone, roles, userSortFields } from '../users/users.schema.js';

export const UserQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(userSortFields),
  ...searchQuery('the name or the e-mail'),
  role: Type.Optional(OneOf(roles)),
  status: Type.Optional(OneOf(accountStatuses)),
});

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
