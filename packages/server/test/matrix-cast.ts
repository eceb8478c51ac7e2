import { sql } from 'kysely';
import { signToken } from '../src/access/token.js';
import { createContext, nobody } from '../src/platform/context.js';
import { newId } from '../src/platform/ids.js';
import { testServer } from './harness.js';
import { admin, callAsRoot, caregiver, device, logIn, type Person, patient } from './people.js';

export const callerNames = [
  'anonymous',
  'expired_token',
  'logged_out_token',
  'patient_self',
  'other_patient',
  'assigned_caregiver',
  'unassigned_caregiver',
  'admin',
  'deactivated_user',
  'deleted_user',
  'device_credential',
] as const;
export type CallerName = (typeof callerNames)[number];

/** The people of a cell: P1 and the caregiver C1 who is assigned to P1. */
export interface Scene {
  readonly p1: Person;
  readonly c1: Person;
  /** Personal data of P1 that no denied answer may contain. */
  readonly canaries: RegExp;
  /** Whether P1 or C1 has changed anything. */
  isChanged: boolean;
}

/** The caller: the token that is sent, and the account behind it, if there ever was one. */
export interface Actor {
  readonly caller: CallerName;
  readonly token: string | undefined;
  readonly email: string;
  readonly id: string;
  /** The device whose credential the token is. */
  readonly device?: { readonly id: string; readonly mac: string };
}

async function createScene(): Promise<Scene> {
  const p1 = await patient();
  const c1 = await caregiver({ of: p1 });
  const canary = `Canary${newId().slice(-12)}`;
  await p1.put('/profile/me', { firstName: canary, phone: `+49 ${canary}` });
  const onChange = (): void => {
    scene.isChanged = true;
  };
  const scene: Scene = {
    p1: reportChanges(p1, onChange),
    c1: reportChanges(c1, onChange),
    canaries: new RegExp(`${canary}|${p1.email}`),
    isChanged: false,
  };
  return scene;
}

function reportChanges(person: Person, onChange: () => void): Person {
  const report =
    <Args extends unknown[], Result>(send: (...args: Args) => Result) =>
    (...args: Args): Result => {
      onChange();
      return send(...args);
    };
  return { ...person, post: report(person.post), put: report(person.put), delete: report(person.delete) };
}

/** Creating people takes most of the time. Those to whom nothing has happened serve the next cell too. */
const unchanged: { scene?: Scene; actors: Partial<Record<CallerName, Actor>> } = { actors: {} };

export async function nextScene(): Promise<Scene> {
  if (!unchanged.scene || unchanged.scene.isChanged) unchanged.scene = await createScene();
  return unchanged.scene;
}

export async function actAs(caller: CallerName, scene: Scene): Promise<Actor> {
  const known = unchanged.actors[caller];
  if (known) return known;
  const { token, email, id, device } = await casting[caller](scene);
  const actor: Actor = { caller, token, email, id, ...(device ? { device } : {}) };
  if (outsiders.includes(caller)) unchanged.actors[caller] = actor;
  return actor;
}

/** After a request that was not denied: its scene and its caller may have changed. */
export function replacePeople(scene: Scene, caller: CallerName): void {
  scene.isChanged = true;
  delete unchanged.actors[caller];
}

/** Callers without a part in the scene. No admin: some requests demote all admins but the first. */
const outsiders: readonly CallerName[] = ['other_patient', 'unassigned_caregiver', 'deactivated_user', 'deleted_user'];

type Casting = (scene: Scene) => Promise<Omit<Actor, 'caller'>>;

const casting: Record<CallerName, Casting> = {
  anonymous: async ({ p1 }) => ({ ...p1, token: undefined }),
  expired_token: async ({ p1 }) => ({ ...p1, token: await expiredToken(p1.id) }),
  logged_out_token: async ({ p1 }) => {
    const session = await logIn(p1.email);
    await session.post('/auth/logout');
    return session;
  },
  patient_self: async ({ p1 }) => p1,
  other_patient: () => patient(),
  assigned_caregiver: async ({ c1 }) => c1,
  unassigned_caregiver: () => caregiver(),
  admin: () => admin(),
  deactivated_user: async () => {
    const person = await patient();
    await callAsRoot((first) => first.put(`/admin/users/${person.id}`, { status: 'inactive' }));
    return person;
  },
  deleted_user: async () => {
    const person = await patient();
    await person.delete('/profile/me', { confirmation: true });
    return person;
  },
  device_credential: async ({ p1 }) => {
    const own = await device(p1);
    const { credential } = (await p1.post(`/device/${own.id}/credentials`)).data;
    return { ...p1, token: credential, device: own };
  },
};

/** A token of an ended session, signed by us. */
async function expiredToken(userId: string): Promise<string> {
  const { platform, clock } = await testServer();
  const expiresAt = new Date(clock.nowMs() - 60_000).toISOString();
  return signToken(createContext(platform, nobody), { id: newId(), userId, expiresAt });
}

/** Changes with any row of data that people own. Logs and the audit trail may grow: refusals are recorded there. */
const watched = [
  'users',
  'sessions',
  'known_clients',
  'totp',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'oidc_identities',
  'devices',
  'device_credentials',
  'device_pairings',
  'pairing_codes',
  'former_devices',
  'readings',
  'falls',
  'aftermaths',
  'outcome_records',
  'alerts',
  'escalations',
  'escalation_falls',
  'deliveries',
  'response_steps',
  'incident_messages',
  'escalation_plans',
  'vital_limits',
  'vital_excursions',
  'check_ins',
  'check_in_days',
  'alert_thresholds',
  'home_assistant_consents',
  'home_assistant_topics',
  'device_troubles',
  'assignments',
  'messages',
  'webhooks',
  'webhook_deliveries',
  'patient_details',
  'phone_numbers',
  'photos',
  'caregiver_details',
  'scores',
  'invitations',
  'account_links',
  'mail_hours',
  'shift_checks',
  'schedules',
  'schedule_members',
  'schedule_substitutions',
  'schedule_feed_shifts',
];

/** Counts the changes of the watched tables by triggers: counting their rows took most of the time of a denied cell. */
export async function watchTables(): Promise<() => Promise<void>> {
  const { platform } = await testServer();
  const run = (text: string) => sql.raw(text).execute(platform.db);
  await run('create table matrix_changes (id bigint generated always as identity primary key, name text not null)');
  await run(`create function note_matrix_change() returns trigger language plpgsql as $$
    begin insert into matrix_changes (name) values (tg_argv[0]); return null; end $$`);
  for (const table of watched)
    await run(`create trigger note_matrix_change after insert or update or delete on ${table}
      for each row execute function note_matrix_change('${table}')`);
  return async () => {
    await run('drop function note_matrix_change() cascade');
    await run('drop table matrix_changes');
  };
}

export async function lastChange(): Promise<number> {
  const { platform } = await testServer();
  const query = sql<{ id: number }>`select coalesce(max(id), 0)::int as id from matrix_changes`;
  return (await query.execute(platform.db)).rows[0]?.id ?? 0;
}

/** The watched tables with a row that was inserted, changed or deleted since. */
export async function listChangedTables(since: number): Promise<string[]> {
  const { platform } = await testServer();
  const query = sql<{ name: string }>`select distinct name from matrix_changes where id > ${since} order by name`;
  return (await query.execute(platform.db)).rows.map(({ name }) => name);
}
