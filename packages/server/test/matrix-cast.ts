import { sql } from 'kysely';
import { signToken } from '../src/access/token.js';
import { contextOf, nobody } from '../src/platform/context.js';
import { newId } from '../src/platform/ids.js';
import { testServer } from './harness.js';
import { admin, caregiver, logIn, type Person, patient, root } from './people.js';

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
] as const;
export type CallerName = (typeof callerNames)[number];

/** The people a cell is about: P1 and the caregiver C1 who looks after P1. */
export interface Scene {
  readonly p1: Person;
  readonly c1: Person;
  /** Personal data of P1 that no denied answer may carry. */
  readonly canaries: RegExp;
}

/** Who calls: the token that is sent, and the account behind it, if there ever was one. */
export interface Actor {
  readonly caller: CallerName;
  readonly token: string | undefined;
  readonly email: string;
  readonly id: string;
}

export async function createScene(): Promise<Scene> {
  const p1 = await patient();
  const c1 = await caregiver({ of: p1 });
  const canary = `Canary${newId().slice(-12)}`;
  await p1.put('/profile/me', { firstName: canary, phone: `+49 ${canary}` });
  return { p1, c1, canaries: new RegExp(`${canary}|${p1.email}`) };
}

export async function actAs(caller: CallerName, scene: Scene): Promise<Actor> {
  const person = await casting[caller](scene);
  return { caller, token: person.token, email: person.email, id: person.id };
}

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
    const [person, boss] = [await patient(), await root()];
    await boss.put(`/admin/users/${person.id}`, { status: 'inactive' });
    return person;
  },
  deleted_user: async () => {
    const person = await patient();
    await person.delete('/profile/me', { confirmation: true });
    return person;
  },
};

/** A token of a session that is over, signed by us. */
async function expiredToken(userId: string): Promise<string> {
  const { platform, clock } = await testServer();
  const expiresAt = new Date(clock.nowMs() - 60_000).toISOString();
  return signToken(contextOf(platform, nobody), { id: newId(), userId, expiresAt });
}

/** Changes with any row of what people own. Logs and the audit trail may grow: refusals leave traces there. */
const watched = [
  'users',
  'sessions',
  'devices',
  'readings',
  'falls',
  'alerts',
  'escalations',
  'deliveries',
  'escalation_plans',
  'device_troubles',
  'assignments',
  'messages',
  'webhooks',
  'webhook_deliveries',
  'patient_details',
  'caregiver_details',
  'scores',
  'invitations',
];

export async function fingerprint(): Promise<Record<string, string>> {
  const { platform } = await testServer();
  // Whatever is inserted or changed carries the newest transaction, whatever is deleted is missing.
  const printOf = (table: string) => sql`
    select ${table}::text as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as print from ${sql.table(table)}`;
  const query = sql<{ name: string; print: string }>`${sql.join(watched.map(printOf), sql` union all `)}`;
  return Object.fromEntries((await query.execute(platform.db)).rows.map(({ name, print }) => [name, print]));
}
