import type { Role } from '../platform/db/tables/accounts.js';

/** The kinds of resources that an id in a path can name. */
export type Thing =
  | 'User'
  | 'Patient'
  | 'Caregiver'
  | 'Device'
  | 'Fall'
  | 'Alert'
  | 'AdminAlert'
  /** What an alert is about, named by any of its alerts. */
  | 'Incident'
  | 'Message'
  | 'Webhook'
  | 'ContactPoint'
  | 'Schedule';

/**
 * The caller's relation to a resource. `self`: the id names the caller. `onDuty`: an open alert about it names the caller
 * as the person on duty.
 */
export type Relation =
  | 'self'
  | 'owner'
  | 'assignedCaregiver'
  | 'addressee'
  | 'sender'
  | 'recipient'
  | 'member'
  | 'onDuty';

/**
 * Who may call a route: these roles whatever their relation, and callers with one of these relations to the resource.
 * `roles: null`: anyone, with or without a session.
 */
export interface Access {
  readonly roles: readonly Role[] | null;
  readonly thing?: Thing;
  readonly relations?: readonly Relation[];
  /**
   * While the database is away, the last known session is accepted: for calls that only add to the caller's own data
   * and must not be lost.
   */
  readonly survivesOutage?: true;
  /** Returns data of many people: reading it adds an entry to the audit trail. */
  readonly listsPeople?: true;
  /**
   * Whether a device may call it with its own credential: `any`, besides people; `device`, nobody else. Left out: no
   * device may. On a fall, only the device that detected it.
   */
  readonly credential?: 'any' | 'device';
  /** Also for admins who still have to set up a second factor (ADMIN_SECOND_FACTOR): what the set-up needs. */
  readonly needsNoSecondFactor?: true;
  /** With DEVICE_SESSIONS=forbid, only devices with their own credential pass. */
  readonly isDeviceStream?: true;
}

/** The only role that can have this relation: other roles are refused before the resource is looked up. */
function findRole(relation: Relation, thing: Thing): Role | 'any' {
  if (['assignedCaregiver', 'addressee', 'member', 'onDuty'].includes(relation)) return 'CAREGIVER';
  if (relation === 'self') return thing === 'Patient' ? 'PATIENT' : 'CAREGIVER';
  return 'any';
}

/** Whether this role can pass at all, by itself or by a relation. */
export function roleMayPass({ roles, relations = [], thing }: Access, role: Role): boolean {
  if (roles === null || roles.includes(role)) return true;
  return thing !== undefined && relations.some((relation) => ['any', role].includes(findRole(relation, thing)));
}
