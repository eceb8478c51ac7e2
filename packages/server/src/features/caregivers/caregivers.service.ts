import { type Context, inTransaction } from '../../platform/context.js';
import { type Paged, toSort } from '../../platform/http/pagination.js';
import { removeAccount } from '../accounts/accounts.service.js';
import type { Invitation } from '../auth/auth.schema.js';
import { inviteUser } from '../auth/auth.service.js';
import { mailInvitation } from '../email/invitations.service.js';
import { computeScores } from '../scores/scores.service.js';
import { changeUser, createUser, hashNewPassword } from '../users/users.service.js';
import type {
  AssignedPatient,
  AssignedPatientsQuery,
  Caregiver,
  CaregiverChanges,
  CaregiversQuery,
  NewCaregiver,
} from './caregivers.schema.js';
import * as store from './caregivers.store.js';

export function listCaregivers(ctx: Context, query: CaregiversQuery): Promise<Paged<Caregiver>> {
  return store.listCaregivers(ctx.db, query, toSort(query), query);
}

export function readCaregiver(ctx: Context, id: string): Promise<Caregiver> {
  return store.getCaregiver(ctx.db, id);
}

export async function createCaregiver(
  ctx: Context,
  draft: NewCaregiver,
): Promise<Caregiver & { invitation?: Invitation }> {
  const { password, specialization, organization, ...account } = draft;
  const passwordHash = password === undefined ? null : await hashNewPassword(ctx, password);
  const { caregiver, invitation } = await inTransaction(ctx, async (ctx) => {
    const { id } = await createUser(ctx, { ...account, passwordHash, role: 'CAREGIVER' });
    await store.upsertDetails(ctx.db, id, pickDetails({ specialization, organization }));
    const caregiver = await readCaregiver(ctx, id);
    return { caregiver, invitation: passwordHash === null ? await inviteUser(ctx, id) : null };
  });
  return invitation ? { ...caregiver, invitation: await mailInvitation(ctx, caregiver, invitation) } : caregiver;
}

export function updateCaregiver(ctx: Context, id: string, changes: CaregiverChanges): Promise<Caregiver> {
  const { specialization, organization, ...account } = changes;
  return inTransaction(ctx, async (ctx) => {
    await changeUser(ctx, id, account);
    await store.upsertDetails(ctx.db, id, pickDetails({ specialization, organization }));
    return readCaregiver(ctx, id);
  });
}

export function deleteCaregiver(ctx: Context, id: string): Promise<void> {
  return removeAccount(ctx, id);
}

/**
 * The patients of this caregiver with their health. The number of queries does not depend on the number of patients.
 */
export async function listAssignedPatients(
  ctx: Context,
  id: string,
  query: AssignedPatientsQuery,
): Promise<Paged<AssignedPatient>> {
  const { rows, total } = await store.listAssignedPatients(ctx.db, id, toSort(query).direction, query);
  const scores = await computeScores(
    ctx,
    rows.map((patient) => patient.id),
  );
  const patients = rows.map(({ firstName, lastName, lastLogin, ...patient }) => {
    const score = scores.get(patient.id);
    return {
      ...patient,
      name: `${firstName} ${lastName}`,
      healthScore: score?.healthScore ?? 0,
      isHighRisk: score?.isHighRisk ?? false,
      lastActive: score?.lastSeen ?? lastLogin,
      recentFalls: score?.recentFalls ?? 0,
    };
  });
  return { rows: patients, total };
}

type Details = Pick<CaregiverChanges, 'specialization' | 'organization'>;

function pickDetails({ specialization, organization }: Details): Details {
  return {
    ...(specialization === undefined ? {} : { specialization }),
    ...(organization === undefined ? {} : { organization }),
  };
}
