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
interface DeviceEvent {
  readonly device: string;
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
  WRONG_PASSWORD: event<Nothing>('warning', 'profile', () => 'Wrong current password'),
  CAREGIVER_ASSIGNED: event<Nothing>('info', 'assignments', () => 'Caregiver assigned'),
  CAREGIVER_UNASSIGNED: event<Nothing>('info', 'assignments', () => 'Caregiver unassigned'),
  TASK_COMPLETED: event('info', 'maintenance', ({ task }: Task) => `Task ${task} completed`),
  TASK_TRIED: event('info', 'maintenance', ({ task }: Task) => `Task ${task} completed (dry run)`),
  CONTACT_FAILING: event<Nothing>('warning', 'contacts', () => 'A contact point cannot be reached'),
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
  FOREIGN_DATA: event(
    'warning',
    'devices',
    ({ device }: DeviceEvent) => `Another account repeatedly sends data of device ${device}. It is refused.`,
  ),
  FAULT: event('error', 'http', ({ name, requestId }: Fault) => `Fault ${name} in request ${requestId}`),
};

export type SystemEventCode = keyof typeof systemEvents;
export type SystemEventParams<Code extends SystemEventCode> = Parameters<(typeof systemEvents)[Code]['message']>[0];

/** A new array, because TypeScript does not know the keys of an object. */
export const systemEventCodes = Object.keys(systemEvents) as SystemEventCode[];
