import { createToken } from '../src/features/answers/answers.service.js';
import { createContext, system } from '../src/platform/context.js';
import { newId } from '../src/platform/ids.js';
import { contact, emailContact, requestCode, verifiedContact } from './contacts.js';
import { testServer } from './harness.js';
import { accountRequests } from './matrix-account-requests.js';
import type { Actor, Scene } from './matrix-cast.js';
import { deviceRequests, type Request, type RowRequest } from './matrix-device-requests.js';
import { peopleRequests } from './matrix-people-requests.js';
import { scheduleRequests } from './matrix-schedule-requests.js';
import { signInRequests } from './matrix-sign-in-requests.js';
import { statisticsRequests } from './matrix-statistics-requests.js';
import {
  callAsRoot,
  caregiver,
  device,
  freshEmail,
  freshMac,
  lastAdmin,
  type Person,
  password,
  patient,
  reading,
} from './people.js';

async function aboutTheLastAdmin(actor: Actor, path = ''): Promise<Request> {
  const last = await lastAdmin();
  return { url: `/admin/users/${last.id}${path}`, token: actor.caller === 'admin' ? last.token : actor.token };
}

/** The request of each row of the matrix: `PM-nnn` → request. Nothing has happened to its scene before. */
export const rowRequests: Record<string, RowRequest> = {
  'PM-001': () => ({
    url: '/auth/signup',
    body: { email: freshEmail(), password, firstName: 'New', lastName: 'Person' },
  }),
  'PM-002': (_, { email }) => ({ url: '/auth/login', body: { email, password } }),
  'PM-003': () => ({ url: '/auth/logout' }),
  'PM-004': () => ({ url: '/device/sensor-stream', body: reading(freshMac()) }),
  'PM-005': async ({ p1 }, { device: own }) => ({
    url: '/device/sensor-stream',
    body: reading((own ?? (await device(p1))).mac),
  }),
  'PM-006': async ({ p1 }) => {
    const { id, mac } = await device(p1);
    await callAsRoot((first) => first.post(`/admin/devices/${id}/disable`));
    return { url: '/device/sensor-stream', body: reading(mac) };
  },
  'PM-007': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}` }),
  'PM-008': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}/status` }),
  'PM-009': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}/logs` }),
  'PM-010': async ({ p1 }) => ({ url: `/device/${(await device(p1)).id}` }),
  'PM-011': () => ({ url: '/falls', body: { confidence: 0.8 } }),
  'PM-012': () => ({ url: '/falls' }),
  'PM-013': () => ({ url: '/falls/recent' }),
  'PM-014': async ({ p1 }) => ({ url: `/falls/${await createFall(p1)}` }),
  'PM-015': () => ({ url: '/patients' }),
  'PM-016': () => ({ url: '/patients', body: { email: freshEmail(), firstName: 'New', lastName: 'Patient' } }),
  'PM-017': ({ p1 }) => ({ url: `/patients/${p1.id}` }),
  'PM-018': ({ c1 }) => ({ url: `/patients/${c1.id}` }),
  'PM-019': ({ p1 }) => ({ url: `/patients/${p1.id}`, body: { emergencyContact: '+49 1' } }),
  'PM-020': ({ p1 }) => ({ url: `/patients/${p1.id}` }),
  'PM-021': ({ p1 }) => ({ url: `/patients/${p1.id}/falls` }),
  'PM-022': ({ p1 }) => ({ url: `/patients/${p1.id}/health` }),
  'PM-023': ({ p1 }) => ({ url: `/patients/${p1.id}/devices` }),
  'PM-024': () => ({ url: '/patients/me' }),
  'PM-025': () => ({ url: '/caregivers' }),
  'PM-026': () => ({ url: '/caregivers', body: { email: freshEmail(), firstName: 'New', lastName: 'Carer' } }),
  'PM-027': ({ c1 }) => ({ url: `/caregivers/${c1.id}` }),
  'PM-028': ({ c1 }) => ({ url: `/caregivers/${c1.id}`, body: { specialization: 'Changed' } }),
  'PM-029': ({ c1 }) => ({ url: `/caregivers/${c1.id}` }),
  'PM-030': ({ c1 }) => ({ url: `/caregivers/${c1.id}/patients` }),
  'PM-031': async ({ c1 }) => ({ url: `/caregivers/${c1.id}/patients`, body: { patientId: (await patient()).id } }),
  'PM-032': ({ c1, p1 }) => ({ url: `/caregivers/${c1.id}/patients/${p1.id}` }),
  'PM-033': () => ({ url: '/caregivers/alerts' }),
  'PM-034': async (scene) => ({ url: `/caregivers/alerts/${await createAlert(scene)}/acknowledge` }),
  'PM-035': async (scene) => {
    const id = await createAlert(scene);
    await callAsRoot((first) => first.delete(`/caregivers/${scene.c1.id}/patients/${scene.p1.id}`));
    return { url: `/caregivers/alerts/${id}/acknowledge` };
  },
  'PM-036': () => ({ url: '/caregivers/me' }),
  'PM-037': () => ({ url: '/admin/users' }),
  'PM-038': ({ p1 }) => ({ url: `/admin/users/${p1.id}` }),
  'PM-039': ({ p1 }) => ({ url: `/admin/users/${p1.id}`, body: { firstName: 'Changed' } }),
  'PM-040': ({ p1 }) => ({ url: `/admin/users/${p1.id}` }),
  'PM-041': ({ p1 }) => ({ url: `/admin/users/${p1.id}/role`, body: { role: 'CAREGIVER' } }),
  'PM-042': () => ({ url: '/admin/stats' }),
  'PM-043': () => ({ url: '/admin/logs' }),
  'PM-044': async ({ p1 }) => ({ url: `/admin/devices/${(await device(p1)).id}/disable` }),
  'PM-045': async ({ p1 }) => ({ url: `/admin/devices/${(await device(p1)).id}/enable` }),
  'PM-046': () => ({ url: '/admin/falls' }),
  'PM-047': async ({ p1 }) => ({ url: `/admin/falls/${await createFall(p1)}/investigate` }),
  'PM-048': () => ({ url: '/admin/maintenance', body: { task: 'cleanup_sessions', options: { dryRun: true } } }),
  'PM-049': (_, actor) => aboutTheLastAdmin(actor),
  'PM-050': async (_, actor) => ({ ...(await aboutTheLastAdmin(actor, '/role')), body: { role: 'PATIENT' } }),
  'PM-051': () => ({ url: '/profile/me' }),
  'PM-052': () => ({ url: '/profile/me', body: { lastName: 'Changed', role: 'ADMIN' } }),
  'PM-053': () => ({ url: '/profile/password', body: { currentPassword: password, newPassword: 'Battery-staple-8!' } }),
  'PM-054': () => ({ url: '/profile/me', body: { confirmation: true } }),
  'PM-055': () => ({ url: '/messages' }),
  'PM-056': async () => ({
    url: '/messages',
    body: { recipientId: (await patient()).id, content: 'Hello', type: 'TEXT' },
  }),
  'PM-057': async (scene) => ({ url: `/messages/${await createMessage(scene)}` }),
  'PM-058': async (scene) => ({ url: `/messages/${await createMessage(scene)}/read` }),
  'PM-059': () => ({ url: '/health' }),
  'PM-060': () => ({ url: '/me' }),
  'PM-061': () => ({ url: '/no/such/route', method: 'GET' }),
  'PM-062': async () => ({ url: '/auth/invitations/accept', body: { token: await invitation(), password } }),
  'PM-063': () => ({ url: '/admin/alerts' }),
  'PM-064': async () => ({ url: `/admin/alerts/${await adminAlert()}/acknowledge` }),
  'PM-860': async (scene) => ({ url: `/alerts/${await createAlert(scene)}/response`, body: { action: 'JOIN' } }),
  'PM-861': async (scene) => ({ url: `/alerts/${await createAlert(scene)}/thread` }),
  'PM-862': async (scene) => ({ url: `/alerts/${await createAlert(scene)}/thread`, body: { text: 'On my way' } }),
  'PM-070': ({ p1 }) => ({ url: `/patients/${p1.id}/escalation` }),
  'PM-071': ({ p1 }) => ({ url: `/patients/${p1.id}/escalation`, body: { repeatEverySeconds: 300 } }),
  'PM-072': ({ p1 }) => ({ url: `/patients/${p1.id}/drills` }),
  'PM-073': async ({ p1 }, { device: own }) => ({ url: `/falls/${await createFall(p1, own?.id)}/cancel` }),
  'PM-074': async ({ p1 }) => ({ url: `/falls/${await createFall(p1)}/confirm` }),
  'PM-075': async ({ p1 }) => ({ url: `/falls/${await createFall(p1)}/resolve`, body: { outcome: 'HELPED' } }),
  'PM-076': () => ({ url: '/admin/response-times' }),
  'PM-077': async ({ p1 }) => ({ url: `/falls/${await createFall(p1)}/timeline` }),
  'PM-080': ({ p1 }) => ({ url: `/patients/${p1.id}/vitals` }),
  'PM-081': () => ({ url: '/patients/me/vitals' }),
  'PM-900': ({ p1 }) => ({ url: `/patients/${p1.id}/fhir` }),
  'PM-901': () => ({ url: '/patients/me/fhir' }),
  'PM-082': () => ({ url: '/admin/devices' }),
  'PM-083': () => ({ url: '/patients/me/views' }),
  'PM-100': () => ({ url: '/events' }),
  'PM-101': () => ({ url: '/webhooks' }),
  'PM-102': () => ({ url: '/webhooks', body: { url: hookUrl } }),
  'PM-103': async ({ c1 }) => ({ url: `/webhooks/${await createWebhook(c1)}` }),
  'PM-104': async ({ c1 }) => ({ url: `/webhooks/${await createWebhook(c1)}/test` }),
  'PM-105': async ({ c1 }) => ({ url: `/webhooks/${await createWebhook(c1)}/deliveries` }),
  'PM-106': async ({ c1 }) => {
    const id = await createWebhook(c1);
    const { data } = await c1.post(`/webhooks/${id}/test`);
    return { url: `/webhooks/${id}/deliveries/${data.id}/resend` };
  },
  'PM-241': () => ({ url: '/auth/signup' }),
  'PM-240': () => ({ url: '/profile/password/verify', body: { password } }),
  'PM-270': () => ({ url: '/auth/refresh' }),
  'PM-280': () => ({ url: '/contact-points' }),
  'PM-281': () => ({ url: '/contact-points', body: emailContact() }),
  'PM-282': async ({ c1 }) => ({ url: `/contact-points/${(await contact(c1)).id}`, body: { fromStep: 2 } }),
  'PM-283': async ({ c1 }) => ({ url: `/contact-points/${(await contact(c1)).id}` }),
  'PM-284': async ({ c1 }) => ({ url: `/contact-points/${(await contact(c1)).id}/code` }),
  'PM-285': async ({ c1 }) => {
    const { id, address } = await contact(c1);
    return { url: `/contact-points/${id}/verify`, body: { code: await requestCode(c1, id, address) } };
  },
  'PM-286': async ({ c1 }) => ({ url: `/contact-points/${(await verifiedContact(c1)).id}/test` }),
  'PM-287': ({ c1 }) => ({ url: `/admin/users/${c1.id}/contact-points` }),
  'PM-288': ({ c1 }) => ({ url: `/admin/users/${c1.id}/contact-points`, body: emailContact() }),
  'PM-289': () => ({ url: '/admin/contact-points/failing' }),
  'PM-290': async (scene) => ({ url: '/answers/read', body: { token: await answerToken(scene) } }),
  'PM-291': () => ({ url: '/answers/read', body: { token: 'pUqK3l1mV0rUO2iBkzZ6Zg' } }),
  'PM-292': async (scene) => ({ url: '/answers', body: { token: await answerToken(scene), answer: 'ON_IT' } }),
  'PM-293': () => ({ url: '/answers', body: { token: 'pUqK3l1mV0rUO2iBkzZ6Zg', answer: 'ON_IT' } }),
  'PM-294': () => ({
    url: '/mail/bounces?to=somebody%40example.org',
    headers: { 'content-type': 'message/rfc822' },
    body: 'Status: 5.1.1\r\n',
  }),
  'PM-295': () => ({ url: '/outbox' }),
  'PM-296': () => ({ url: '/push/key' }),
  'PM-297': async (scene) => ({ url: '/answers/receipt', body: { token: await answerToken(scene) } }),
  'PM-298': () => ({ url: `/sms/reports/${newId()}/unsigned?state=1` }),
  'PM-299': () => ({ url: `/sms/reports/${newId()}/unsigned`, body: { MessageStatus: 'delivered' } }),
  'PM-300': () => ({ url: '/sms/replies/unsigned?from=%2B491701234567&text=1' }),
  'PM-301': () => ({ url: '/sms/replies/unsigned', body: { From: '+491701234567', Body: '1' } }),
  'PM-360': () => ({
    url: '/push/subscription',
    body: { contactPointId: newId(), auth: 'unknown', address: 'https://push.example.org/1' },
  }),
  ...deviceRequests,
  ...accountRequests,
  ...peopleRequests,
  ...statisticsRequests,
  ...scheduleRequests,
  ...signInRequests,
  ...peopleRequests,
};

/** A host that does not exist: requests to it fail at once, and nothing leaves the machine. */
const hookUrl = 'https://canary.invalid/hook';

async function createWebhook(person: Person): Promise<string> {
  return (await person.post('/webhooks', { url: hookUrl })).data.id;
}

/** A token as a message to C1 about a new alert contains it. */
async function answerToken(scene: Scene): Promise<string> {
  const alertId = await createAlert(scene);
  const { platform } = await testServer();
  const ctx = createContext(platform, system);
  return createToken(ctx, { alertId, userId: scene.c1.id, deliveryId: newId() });
}

/** `deviceId`: as if this device had detected it. */
async function createFall(person: Person, deviceId?: string): Promise<string> {
  const { id } = (await person.post('/falls', { confidence: 0.8, location: 'Bathroom' })).data;
  const { platform } = await testServer();
  if (deviceId) await platform.db.updateTable('falls').set({ deviceId }).where('id', '=', id).execute();
  return id;
}

async function createAlert({ p1, c1 }: Scene): Promise<string> {
  await createFall(p1);
  return (await c1.get('/caregivers/alerts')).data[0].id;
}

/** From P1 to C1. */
async function createMessage({ p1, c1 }: Scene): Promise<string> {
  return (await p1.post('/messages', { recipientId: c1.id, content: 'Hello', type: 'TEXT' })).data.id;
}

async function invitation(): Promise<string> {
  const draft = { email: freshEmail(), firstName: 'New', lastName: 'Patient' };
  return (await (await caregiver()).post('/patients', draft)).data.invitation.token;
}

/** A person without a caregiver has fallen. */
async function adminAlert(): Promise<string> {
  await createFall(await patient());
  return (await callAsRoot((first) => first.get('/admin/alerts'))).data[0].id;
}
