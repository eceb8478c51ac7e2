import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import type { App } from '../src/platform/http/app.js';
import { newId } from '../src/platform/ids.js';
import { nextApp, othersKnow, rootAdmin } from './harness.js';

// biome-ignore lint/suspicious/noExplicitAny: the body of any answer; tests look into it freely.
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly body: Json;
  readonly data: Json;
}

export interface Caller {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly put: (path: string, body?: unknown) => Promise<Answer>;
  readonly delete: (path: string, body?: unknown) => Promise<Answer>;
}

export interface Person extends Caller {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export const password = 'Correct-horse-7!';

/** Calls the API over HTTP without a socket. Paths are relative to /api. */
export async function call(options: InjectOptions & { token?: string | undefined }, app?: App): Promise<Answer> {
  const target = app ?? (await nextApp());
  const { token, url = '/', headers, ...rest } = options;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await target.inject({
    ...rest,
    url: `/api${String(url)}`,
    headers: { ...authorization, ...headers },
    payloadAsStream: true,
  });
  // An event stream never ends: its start is the answer.
  const isEndless = String(response.headers['content-type']).startsWith('text/event-stream');
  if (isEndless) response.raw.res.destroy();
  const sent = isEndless ? '' : await text(response.stream());
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const body = sent === '' ? undefined : isJson ? JSON.parse(sent) : sent;
  if (rest.method !== undefined && rest.method !== 'GET') await othersKnow();
  return { status: response.statusCode, headers: response.headers, body, data: body?.data };
}

export function caller(token?: string, app?: App): Caller {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, headers = {}) =>
    call({ method, url, headers, token, ...(body === undefined ? {} : { payload: body as object }) }, app);
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    delete: (path, body) => send('DELETE', path, body),
  };
}

/** An address that no other test uses: what one test sends counts against no other. */
export function freshAddress(): string {
  const id = newId();
  return `10.${parseInt(id.slice(-6, -4), 16)}.${parseInt(id.slice(-4, -2), 16)}.${parseInt(id.slice(-2), 16)}`;
}

export function freshEmail(): string {
  return `person-${newId()}@example.org`;
}

async function signUp(role: 'PATIENT' | 'CAREGIVER'): Promise<Person> {
  const email = freshEmail();
  const answer = await caller().post('/auth/signup', { email, password, firstName: 'Ann', lastName: 'Lee', role });
  if (answer.status !== 201) throw new Error(`signup failed: ${JSON.stringify(answer.body)}`);
  return toPerson(answer, email);
}

function toPerson(answer: Answer, email: string): Person {
  const token = answer.body.token as string;
  return { id: answer.data.id, email, token, ...caller(token) };
}

export async function logIn(email: string, tried = password): Promise<Person> {
  const answer = await caller().post('/auth/login', { email, password: tried });
  if (answer.status !== 200) throw new Error(`login failed: ${JSON.stringify(answer.body)}`);
  return toPerson(answer, email);
}

export const patient = (): Promise<Person> => signUp('PATIENT');

/** `of`: the patient this caregiver is assigned to. */
export async function caregiver(options: { of?: Person } = {}): Promise<Person> {
  const person = await signUp('CAREGIVER');
  if (options.of) await assign(person, options.of);
  return person;
}

export async function assign(carer: Person, to: Person): Promise<void> {
  const pair = { patientId: to.id, relationship: 'Nurse' };
  const answer = await callAsRoot((first) => first.post(`/caregivers/${carer.id}/patients`, pair));
  if (answer.status !== 201) throw new Error(`assignment failed: ${JSON.stringify(answer.body)}`);
}

/** The first admin: always exists, never changed by a test. */
export const root = (): Promise<Person> => logIn(rootAdmin.email, rootAdmin.password);

let rootSession: Person | undefined;

/** As the first admin, with the session of the call before while it is valid: a login takes as long as five calls. */
export async function callAsRoot(send: (first: Person) => Promise<Answer>): Promise<Answer> {
  const answer = rootSession && (await send(rootSession));
  if (answer && answer.status !== 401) return answer;
  rootSession = await root();
  return send(rootSession);
}

export async function admin(): Promise<Person> {
  const person = await patient();
  await callAsRoot((first) => first.post(`/admin/users/${person.id}/role`, { role: 'ADMIN' }));
  return person;
}

/** Demotes all admins but the first: a worker's tests run one after the other, so no other test needs them now. */
export async function lastAdmin(): Promise<Person> {
  const first = await root();
  const { data } = await first.get('/admin/users?role=ADMIN&limit=100');
  for (const other of data.filter((user: { id: string }) => user.id !== first.id))
    await first.post(`/admin/users/${other.id}/role`, { role: 'PATIENT' });
  return first;
}

/** A MAC address that no other test uses. */
export function freshMac(): string {
  const hex = newId().replaceAll('-', '').slice(-12).toUpperCase();
  return hex.replace(/(..)(?=.)/g, '$1:');
}

/** A reading of a device at rest. */
export function reading(mac: string, changes: object = {}): object {
  return {
    device_id: mac,
    accel_x: 0.1,
    accel_y: 0.2,
    accel_z: 9.8,
    gyro_x: 1,
    gyro_y: -1,
    gyro_z: 0.5,
    uptime_ms: 1_000,
    ...changes,
  };
}

/** The body of an upload: readings at rest, one a second, the last one taken now. */
export function upload(mac: string, ...changes: readonly object[]): { readings: object[] } {
  const all = changes.length === 0 ? [{}] : changes;
  const toReading = (own: object, index: number): object =>
    reading(mac, { boot_id: 1, uptime_ms: 1_000 * (index + 1), age_ms: 1_000 * (all.length - 1 - index), ...own });
  return { readings: all.map(toReading) };
}

/** A registered device of this person. */
export async function device(owner: Person): Promise<{ id: string; mac: string }> {
  const mac = freshMac();
  const answer = await owner.post('/device/sensor-stream', reading(mac));
  if (answer.status !== 200) throw new Error(`reading failed: ${JSON.stringify(answer.body)}`);
  return { id: answer.data.deviceId, mac };
}
