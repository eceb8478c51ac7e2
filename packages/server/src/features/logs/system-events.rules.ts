import type { LogLevel } from '../../platform/db/tables/operations.js';

export interface SystemEvent<Params> {
  readonly level: LogLevel;
  readonly source: string;
  readonly message: (params: Params) => string;
}

const event = <Params>(level: LogLevel, source: string, message: (params: Params) => string): SystemEvent<Params> => ({
  level,
  source,
  message,
});

interface Role {
  readonly role: string;
}
interface RoleChange {
  readonly from: string;
  readonly to: string;
}
interface Task {
  readonly task: string;
}
interface Fault {
  readonly name: string;
  readonly requestId: string;
}
interface Gap {
  readonly minutes: string;
  readonly since: string;
}
interface Reason {
  readonly reason: string;
}
interface Feed {
  readonly scheduleId: string;
  readonly host: string;
}
type Nothing = Readonly<Record<string, never>>;

/**
 * Every kind of entry in the system log. `code` and `params` are stored for readers that word it themselves, as the
 * console does; `message` is the English sentence. Parameters are codes, ids, numbers and times, never personal data.
 */
export const systemEvents = {
  ACCOUNT_CREATED: event('info', 'users', ({ role }: Role) => `Account created with role ${role}`),
  ROLE_CHANGED: event('info', 'users', ({ from, to }: RoleChange) => `Role changed from ${from} to ${to}`),
  ACCOUNT_ACTIVATED: event<Nothing>('info', 'users', () => 'Account set to active'),
  ACCOUNT_DEACTIVATED: event<Nothing>('info', 'users', () => 'Account set to inactive'),
  ACCOUNT_DELETED: event<Nothing>('info', 'users', () => 'Account deleted'),
  LOGIN_FAILED: event<Nothing>('warning', 'auth', () => 'Login failed'),
  INVITED_AGAIN: event<Nothing>('info', 'auth', () => 'New invitation created'),
  RESET_REQUESTED: event<Nothing>('info', 'recovery', () => 'Link for a new password mailed on request'),
  RESET_LINK_CREATED: event<Nothing>('warning', 'recovery', () => 'Link for a new password created by an admin'),
  PASSWORD_RESET: event<Nothing>('warning', 'recovery', () => 'Password reset'),
  EMAIL_CHANGED: event<Nothing>('warning', 'recovery', () => 'E-mail changed'),
  WRONG_PASSWORD: event<Nothing>('warning', 'profile', () => 'Wrong current password'),
  WRONG_CODE: event<Nothing>('warning', 'auth', () => 'Right password, wrong code'),
  RECOVERY_CODE_USED: event<Nothing>('info', 'auth', () => 'Signed in with a recovery code'),
  SECOND_FACTOR_ADDED: event<Nothing>('info', 'auth', () => 'Authenticator app added'),
  SECOND_FACTOR_REMOVED: event<Nothing>('info', 'auth', () => 'Second factor removed'),
  PASSKEY_ADDED: event<Nothing>('info', 'auth', () => 'Passkey added'),
  PASSKEY_REMOVED: event<Nothing>('info', 'auth', () => 'Passkey removed'),
  PASSKEY_REFUSED: event<Nothing>('warning', 'auth', () => 'Sign-in with a passkey refused'),
  OIDC_REFUSED: event('warning', 'auth', ({ reason }: Reason) => `Sign-in with OpenID Connect refused: ${reason}`),
  CAREGIVER_ASSIGNED: event<Nothing>('info', 'assignments', () => 'Caregiver assigned'),
  CAREGIVER_UNASSIGNED: event<Nothing>('info', 'assignments', () => 'Caregiver unassigned'),
  TASK_COMPLETED: event('info', 'maintenance', ({ task }: Task) => `Task ${task} completed`),
  TASK_TRIED: event('info', 'maintenance', ({ task }: Task) => `Task ${task} completed (dry run)`),
  CONTACT_FAILING: event<Nothing>('warning', 'contacts', () => 'A contact point cannot be reached'),
  FEED_FAILING: event(
    'warning',
    'schedules',
    ({ scheduleId, host }: Feed) => `The calendar at ${host} of schedule ${scheduleId} cannot be read`,
  ),
  RECORD_SET_ASIDE: event<Nothing>(
    'error',
    'recorder',
    () => 'A record of readings was refused and set aside: refused_records',
  ),
  DEVICES_NOT_HEARD: event(
    'warning',
    'devices',
    ({ minutes, since }: Gap) =>
      `Nobody listened to devices for ${minutes} min, since ${since}. Their silence meanwhile is not counted.`,
  ),
  FAULT: event('error', 'http', ({ name, requestId }: Fault) => `Fault ${name} in request ${requestId}`),
};

export type SystemEventCode = keyof typeof systemEvents;
export type SystemEventParams<Code extends SystemEventCode> = Parameters<(typeof systemEvents)[Code]['message']>[0];

/** A new array, because TypeScript does not know the keys of an object. */
export const systemEventCodes = Object.keys(systemEvents) as SystemEventCode[];
