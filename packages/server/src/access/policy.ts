import type { Role } from '../platform/db/tables.js';

/** What an id in a path can name. */
export type Thing =
  | 'User'
  | 'Patient'
  | 'Caregiver'
  | 'Device'
  | 'Fall'
  | 'Alert'
  | 'AdminAlert'
  | 'Message'
  | 'Webhook';

/** How the caller may stand to a thing. `self` is the person that the id names. */
export type Relation = 'self' | 'owner' | 'assignedCaregiver' | 'addressee' | 'sender' | 'recipient';

/**
 * Who may call a route: these roles whatever their relation, and whoever stands in one of these relations to the
 * thing. `roles: null` is anyone, with or without a session.
 */
export interface Access {
  readonly roles: readonly Role[] | null;
  readonly thing?: Thing;
  readonly relations?: readonly Relation[];
  /**
   * While the database is away, a session counts as it was known last: for what only adds to the caller's own data
   * and must not be lost.
   */
  readonly survivesOutage?: true;
}

const anyone: Access = { roles: null };
const signedIn: Access = only('PATIENT', 'CAREGIVER', 'ADMIN');

function only(...roles: Role[]): Access {
  return { roles };
}

function on(thing: Thing, relations: readonly Relation[], ...roles: Role[]): Access {
  return { thing, relations, roles };
}

/** The one permission table. A route names its row; a route without one refuses to boot. */
export const policy = {
  'auth.signup': anyone,
  'auth.login': anyone,
  'auth.accept': anyone,
  'auth.logout': signedIn,
  'health.read': anyone,
  'me.read': signedIn,
  'profile.read': signedIn,
  'profile.update': signedIn,
  'profile.password': signedIn,
  'profile.delete': signedIn,

  'reading.send': { ...signedIn, survivesOutage: true },
  'device.read': on('Device', ['owner', 'assignedCaregiver'], 'ADMIN'),
  'device.listAll': only('ADMIN'),
  'device.delete': on('Device', ['owner']),
  'device.switch': on('Device', [], 'ADMIN'),

  'fall.report': signedIn,
  'fall.listOwn': signedIn,
  'fall.listRecent': only('CAREGIVER', 'ADMIN'),
  'fall.listAll': only('ADMIN'),
  'fall.read': on('Fall', ['owner', 'assignedCaregiver'], 'ADMIN'),
  'fall.answer': on('Fall', ['owner']),
  'fall.resolve': on('Fall', ['assignedCaregiver'], 'ADMIN'),
  'fall.investigate': on('Fall', [], 'ADMIN'),
  'alert.listOwn': only('CAREGIVER'),
  'alert.acknowledge': on('Alert', ['addressee']),
  'adminAlert.list': only('ADMIN'),
  'adminAlert.acknowledge': on('AdminAlert', [], 'ADMIN'),

  'patient.list': only('CAREGIVER', 'ADMIN'),
  'patient.create': only('CAREGIVER'),
  'patient.readOwn': only('PATIENT'),
  'patient.read': on('Patient', ['assignedCaregiver', 'self'], 'ADMIN'),
  'patient.update': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.delete': on('Patient', [], 'ADMIN'),
  'patient.vitals': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'vitals.readOwn': only('PATIENT'),
  'patient.falls': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.health': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.devices': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'view.listOwn': only('PATIENT'),
  'escalation.read': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'escalation.update': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'drill.start': on('Patient', ['assignedCaregiver'], 'ADMIN'),

  'caregiver.list': only('ADMIN'),
  'caregiver.create': only('ADMIN'),
  'caregiver.readOwn': only('CAREGIVER'),
  'caregiver.read': on('Caregiver', ['self'], 'ADMIN'),
  'caregiver.update': on('Caregiver', ['self'], 'ADMIN'),
  'caregiver.delete': on('Caregiver', [], 'ADMIN'),
  'caregiver.assign': on('Caregiver', [], 'ADMIN'),

  'message.list': signedIn,
  'message.send': signedIn,
  'message.read': on('Message', ['sender', 'recipient']),
  'message.markRead': on('Message', ['recipient']),

  'event.follow': signedIn,
  'webhook.listOwn': only('CAREGIVER', 'ADMIN'),
  'webhook.create': only('CAREGIVER', 'ADMIN'),
  'webhook.manage': on('Webhook', ['owner']),

  'user.list': only('ADMIN'),
  'user.read': on('User', [], 'ADMIN'),
  'user.update': on('User', [], 'ADMIN'),
  'user.delete': on('User', [], 'ADMIN'),
  'user.role': on('User', [], 'ADMIN'),
  'stats.read': only('ADMIN'),
  'responseTimes.read': only('ADMIN'),
  'log.list': only('ADMIN'),
  'maintenance.run': only('ADMIN'),
} satisfies Record<string, Access>;

export type AccessName = keyof typeof policy;

export function accessOf(name: AccessName): Access {
  return policy[name];
}

/** A relation that only one role can stand in: any other role is refused before the thing is looked for. */
function roleOfRelation(relation: Relation, thing: Thing): Role | 'any' {
  if (relation === 'assignedCaregiver' || relation === 'addressee') return 'CAREGIVER';
  if (relation === 'self') return thing === 'Patient' ? 'PATIENT' : 'CAREGIVER';
  return 'any';
}

/** May this role pass at all, by itself or by some relation? */
export function roleMayPass({ roles, relations = [], thing }: Access, role: Role): boolean {
  if (roles === null || roles.includes(role)) return true;
  return thing !== undefined && relations.some((relation) => ['any', role].includes(roleOfRelation(relation, thing)));
}
