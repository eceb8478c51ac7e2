import type { Role } from '../platform/db/tables/accounts.js';
import type { Access, Relation, Thing } from './rights.js';

const anyone: Access = { roles: null };
const signedIn: Access = only('PATIENT', 'CAREGIVER', 'ADMIN');

/** What a person does with their own account before a second factor is required. */
const signedInAtAll: Access = { ...signedIn, needsNoSecondFactor: true };

function only(...roles: Role[]): Access {
  return { roles };
}

function lists(access: Access): Access {
  return { ...access, listsPeople: true };
}

function on(thing: Thing, relations: readonly Relation[], ...roles: Role[]): Access {
  return { thing, relations, roles };
}

/** With a session, or with the credential of the device. */
const sendsReadings: Access = { ...signedIn, survivesOutage: true, credential: 'any', isDeviceStream: true };

/** The only permission table. A route names its row; the app does not start if a route names none. */
export const policy = {
  'setup.read': anyone,
  // The code in the body decides, and that there is no admin.
  'setup.create': anyone,
  'setup.checklist': only('ADMIN'),
  'auth.signupRoles': anyone,
  'auth.signup': anyone,
  'auth.login': anyone,
  // The secret of the link decides.
  'auth.accept': anyone,
  'auth.readInvitation': anyone,
  'auth.forgotPassword': anyone,
  'auth.resetPassword': anyone,
  'auth.confirmEmail': anyone,
  'auth.methods': anyone,
  // The signed challenge and the provider's answer decide.
  'passkey.signIn': anyone,
  'oidc.signIn': anyone,
  'auth.logout': signedInAtAll,
  'auth.refresh': signedInAtAll,
  'health.read': anyone,
  'me.read': signedInAtAll,
  'profile.read': signedInAtAll,
  'factor.listOwn': signedInAtAll,
  'factor.manageOwn': signedInAtAll,
  'factor.remove': on('User', [], 'ADMIN'),
  'profile.update': signedIn,
  'profile.password': signedIn,
  'profile.verifyPassword': signedIn,
  'profile.email': signedIn,
  'profile.sessions': signedIn,
  'profile.export': signedIn,
  'profile.delete': signedIn,

  'reading.send': sendsReadings,
  'reading.sendMany': sendsReadings,
  'device.read': on('Device', ['owner', 'assignedCaregiver'], 'ADMIN'),
  'device.manage': on('Device', ['owner', 'assignedCaregiver'], 'ADMIN'),
  'device.ownCredential': { ...signedIn, credential: 'device' },
  // The code decides; a claim also depends on whose device it will be.
  'pairing.start': anyone,
  'pairing.poll': anyone,
  'pairing.redeem': anyone,
  'pairing.claim': signedIn,
  'pairing.createCode': signedIn,
  'device.listAll': lists(only('ADMIN')),
  'device.delete': on('Device', ['owner']),
  'device.switch': on('Device', [], 'ADMIN'),

  'fall.report': signedIn,
  'fall.listOwn': signedIn,
  'fall.listRecent': lists(only('CAREGIVER', 'ADMIN')),
  'fall.listAll': lists(only('ADMIN')),
  'fall.read': on('Fall', ['owner', 'assignedCaregiver', 'onDuty'], 'ADMIN'),
  'fall.timeline': on('Fall', ['assignedCaregiver', 'onDuty'], 'ADMIN'),
  'fall.incidentReport': on('Fall', ['assignedCaregiver'], 'ADMIN'),
  'fall.answer': { ...on('Fall', ['owner']), credential: 'any' },
  'fall.resolve': on('Fall', ['assignedCaregiver', 'onDuty'], 'ADMIN'),
  'fall.investigate': on('Fall', [], 'ADMIN'),
  'alert.listOwn': lists(only('CAREGIVER')),
  'alert.acknowledge': on('Alert', ['addressee']),
  'alert.respond': on('Incident', ['assignedCaregiver', 'onDuty'], 'ADMIN'),
  'alert.thread': on('Incident', ['assignedCaregiver', 'onDuty'], 'ADMIN'),
  'alert.write': on('Incident', ['assignedCaregiver', 'onDuty'], 'ADMIN'),
  'adminAlert.list': lists(only('ADMIN')),
  'adminAlert.acknowledge': on('AdminAlert', [], 'ADMIN'),

  'patient.list': lists(only('CAREGIVER', 'ADMIN')),
  'patient.trends': lists(only('CAREGIVER', 'ADMIN')),
  'patient.create': only('CAREGIVER'),
  'patient.readOwn': only('PATIENT'),
  'patient.read': on('Patient', ['assignedCaregiver', 'self'], 'ADMIN'),
  'patient.update': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.invite': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'photo.read': on('Patient', ['assignedCaregiver', 'self'], 'ADMIN'),
  'photo.change': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.delete': on('Patient', [], 'ADMIN'),
  'patient.vitals': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'vitals.readOwn': only('PATIENT'),
  'fhir.readOwn': only('PATIENT'),
  'fhir.read': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.falls': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.health': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'patient.devices': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'view.listOwn': only('PATIENT'),
  'escalation.read': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'escalation.update': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  // Not for caregivers: whoever operates the broker reads what is published.
  'homeAssistant.read': on('Patient', ['self'], 'ADMIN'),
  'homeAssistant.update': on('Patient', ['self'], 'ADMIN'),
  'vitalLimits.read': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'vitalLimits.update': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  // The wearer's own day: who wants the check-in may also end it, and say that they are away.
  'checkIn.read': on('Patient', ['assignedCaregiver', 'self'], 'ADMIN'),
  'checkIn.change': on('Patient', ['assignedCaregiver', 'self'], 'ADMIN'),
  'checkIn.readOwn': only('PATIENT'),
  'checkIn.confirm': only('PATIENT'),
  'threshold.read': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'threshold.change': on('Patient', ['assignedCaregiver'], 'ADMIN'),
  'drill.start': on('Patient', ['assignedCaregiver'], 'ADMIN'),

  'schedule.list': lists(only('CAREGIVER', 'ADMIN')),
  'schedule.listOnDuty': lists(only('CAREGIVER', 'ADMIN')),
  'schedule.create': only('ADMIN'),
  'schedule.read': on('Schedule', ['member'], 'ADMIN'),
  'schedule.update': on('Schedule', [], 'ADMIN'),
  'schedule.delete': on('Schedule', [], 'ADMIN'),
  // The secret in the path decides.
  'calendar.read': anyone,

  'caregiver.list': lists(only('ADMIN')),
  'caregiver.create': only('ADMIN'),
  'caregiver.readOwn': only('CAREGIVER'),
  'caregiver.read': on('Caregiver', ['self'], 'ADMIN'),
  'caregiver.update': on('Caregiver', ['self'], 'ADMIN'),
  'caregiver.delete': on('Caregiver', [], 'ADMIN'),
  'caregiver.patients': lists(on('Caregiver', ['self'], 'ADMIN')),
  'caregiver.assign': on('Caregiver', [], 'ADMIN'),

  'shiftCheck.record': only('CAREGIVER'),
  'readiness.readOwn': only('CAREGIVER'),
  'readiness.list': lists(only('ADMIN')),

  'message.list': signedIn,
  'message.send': signedIn,
  'message.read': on('Message', ['sender', 'recipient']),
  'message.markRead': on('Message', ['recipient']),

  'event.follow': signedIn,
  'webhook.listOwn': only('CAREGIVER', 'ADMIN'),
  'webhook.create': only('CAREGIVER', 'ADMIN'),
  'webhook.manage': on('Webhook', ['owner']),

  // The token in the body decides; the right to see the alert is checked with it.
  'answer.read': anyone,
  'answer.give': anyone,
  'answer.receipt': anyone,
  'push.key': only('CAREGIVER', 'ADMIN'),
  // The secret of the replaced subscription decides.
  'push.resubscribe': anyone,
  'contact.listOwn': only('CAREGIVER', 'ADMIN'),
  'contact.create': only('CAREGIVER', 'ADMIN'),
  'contact.manage': on('ContactPoint', ['owner'], 'ADMIN'),
  'contact.verify': on('ContactPoint', ['owner']),
  'contact.ofUser': on('User', [], 'ADMIN'),
  'contact.listFailing': lists(only('ADMIN')),

  // The signed address decides.
  'mail.bounce': anyone,
  'sms.callback': anyone,
  'outbox.list': lists(only('ADMIN')),

  'user.list': lists(only('ADMIN')),
  'user.create': only('ADMIN'),
  'user.read': on('User', [], 'ADMIN'),
  'user.update': on('User', [], 'ADMIN'),
  'user.delete': on('User', [], 'ADMIN'),
  'user.role': on('User', [], 'ADMIN'),
  'user.invite': on('User', [], 'ADMIN'),
  'user.resetPassword': on('User', [], 'ADMIN'),
  'stats.read': only('ADMIN'),
  'responseTimes.read': lists(only('ADMIN')),
  'statistics.falls': lists(only('CAREGIVER', 'ADMIN')),
  'statistics.devices': lists(only('CAREGIVER', 'ADMIN')),
  'statistics.responseTimes': lists(only('CAREGIVER', 'ADMIN')),
  'statistics.monthly': lists(only('ADMIN')),
  // Files: the services record who read them.
  'statistics.export': only('CAREGIVER', 'ADMIN'),
  'statistics.exportMonthly': only('ADMIN'),
  'log.list': lists(only('ADMIN')),
  'maintenance.run': only('ADMIN'),
} satisfies Record<string, Access>;

export type AccessName = keyof typeof policy;

export function findAccess(name: AccessName): Access {
  return policy[name];
}
