import type { Config } from '../config.js';
import type { Actor } from '../platform/context.js';
import type { Role } from '../platform/db/tables/accounts.js';
import { forbidden, Refusal, unauthorized } from '../platform/refusal.js';
import { type Access, roleMayPass } from './rights.js';

/** Why this caller may not call a route at all, or undefined. Decides by the kind of caller and the role alone. */
export function findRefusal(access: Access, actor: Actor, config: Config): Refusal | undefined {
  if (access.roles === null) return undefined;
  if (actor.device !== undefined) {
    if (access.credential === undefined) return forDevices();
  } else if (access.credential === 'device') {
    return forbidden('Only a device can do this, with its own credential. A session cannot.');
  } else if (access.isDeviceStream && config.deviceSessions === 'forbid') {
    return noSessions();
  }
  if (!roleMayPass(access, actor.role as Role)) return forbidden();
  return needsSecondFactor(actor, config) && !mayCallWithout(access) ? secondFactorNeeded() : undefined;
}

/** With ADMIN_SECOND_FACTOR=required, admins get no further with a password alone. */
export function needsSecondFactor({ role, device, hasSecondFactor }: Actor, { adminSecondFactor }: Config): boolean {
  return adminSecondFactor === 'required' && role === 'ADMIN' && device === undefined && !hasSecondFactor;
}

/** Readings too: an admin may wear a device, and no fall may be lost. */
function mayCallWithout({ needsNoSecondFactor, isDeviceStream }: Access): boolean {
  return needsNoSecondFactor === true || isDeviceStream === true;
}

function secondFactorNeeded(): Refusal {
  return new Refusal(
    403,
    'SECOND_FACTOR_SETUP_REQUIRED',
    'Admins need a second factor here. Set up an authenticator app or a passkey in the settings; if you have one, log ' +
      'in with it.',
  );
}

/** Of the falls of its owner, a device may answer those that it has detected. */
export function requireOwnFall(actor: Actor, deviceId: string | null | undefined): void {
  if (actor.device !== undefined && actor.device.id !== deviceId)
    throw forbidden('This is a device credential: it may answer only falls that this device has detected.');
}

export function unknownCredential(): Refusal {
  return unauthorized('This device credential is unknown, expired or revoked. Pair the device again.');
}

function forDevices(): Refusal {
  return forbidden(
    'This is a device credential. It may send readings of its own device, answer falls that the device has detected, ' +
      'and replace itself. For everything else log in as a person.',
  );
}

function noSessions(): Refusal {
  return forbidden(
    'Here devices send with their own credential, not with a session. Pair the device: POST /device/pairings gives a ' +
      'code, which its owner enters in the console.',
  );
}
