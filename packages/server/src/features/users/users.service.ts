import { isCommonPassword } from '@fallwatch/client/passwords';
import { recordAudit } from '../../access/audit.js';
import { needsSecondFactor } from '../../access/callers.js';
import { toEmailKey } from '../../access/email-key.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { violates } from '../../platform/db/faults.js';
import type { AccountStatus, Role } from '../../platform/db/tables/accounts.js';
import type { Page, Paged, Sort } from '../../platform/http/pagination.js';
import { conflict, invalid } from '../../platform/refusal.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { User, UserSortField } from './users.schema.js';
import * as store from './users.store.js';

export interface NewAccount {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly phone?: string | null | undefined;
  readonly dateOfBirth?: string | null | undefined;
}

export interface UserChanges {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: Role;
  readonly status?: AccountStatus;
  readonly phone?: string | null;
  readonly dateOfBirth?: string | null;
  readonly avatar?: string | null;
  readonly language?: 'en' | 'de' | null;
}

export function createUser(ctx: Context, account: NewAccount): Promise<User> {
  refuseFutureBirth(ctx, account.dateOfBirth);
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const user = await refusingKnownEmail(
      store.insertUser(ctx.db, {
        ...account,
        id: ctx.newId(),
        email: account.email.trim(),
        emailKey: toEmailKey(account.email),
        firstName: account.firstName.trim(),
        lastName: account.lastName.trim(),
        createdAt: now,
        updatedAt: now,
      }),
    );
    await recordSystemLog(ctx, 'ACCOUNT_CREATED', { role: user.role }, user.id);
    return user;
  });
}

export function getUser(ctx: Context, id: string): Promise<User> {
  return store.getUser(ctx.db, id);
}

/** The signed-in person, as seen by this session. */
export async function readCurrentUser(ctx: Context): Promise<User & { needsSecondFactor: boolean }> {
  const user = await getUser(ctx, actorId(ctx));
  return { ...user, needsSecondFactor: needsSecondFactor(ctx.actor, ctx.config) };
}

export function findUser(ctx: Context, id: string): Promise<User | undefined> {
  return store.findUser(ctx.db, id);
}

export function findUserByEmail(ctx: Context, email: string): Promise<User | undefined> {
  return store.findUserByEmail(ctx.db, toEmailKey(email));
}

export function findCredentials(ctx: Context, email: string) {
  return store.findCredentials(ctx.db, toEmailKey(email));
}

export function findPasswordHash(ctx: Context, id: string): Promise<string | null> {
  return store.findPasswordHash(ctx.db, id);
}

export function listUsers(
  ctx: Context,
  filter: store.UserFilter,
  sort: Sort<UserSortField>,
  page: Page,
): Promise<Paged<User>> {
  return store.listUsers(ctx.db, filter, sort, page);
}

export function countUsers(ctx: Context): Promise<number> {
  return store.countUsers(ctx.db);
}

/** Partial: an absent key is unchanged, null clears. A new role or status applies to open sessions at once. */
export function changeUser(ctx: Context, id: string, changes: UserChanges): Promise<User> {
  refuseFutureBirth(ctx, changes.dateOfBirth);
  return inTransaction(ctx, async (ctx) => {
    const before = await store.getUser(ctx.db, id);
    if (losesAdmin(before, changes)) await refuseLastAdmin(ctx, id);
    const { email, ...others } = changes;
    const emailChange = email === undefined ? {} : toEmailChange(before, email);
    const user = await refusingKnownEmail(
      store.updateUser(ctx.db, id, { ...others, ...emailChange, updatedAt: ctx.now() }),
    );
    await recordAudit(ctx, 'user.update', id);
    if (user.role !== before.role) await recordSystemLog(ctx, 'ROLE_CHANGED', { from: before.role, to: user.role }, id);
    if (user.status !== before.status)
      await recordSystemLog(ctx, user.status === 'active' ? 'ACCOUNT_ACTIVATED' : 'ACCOUNT_DEACTIVATED', {}, id);
    ctx.events.publish({ type: 'account.changed', userId: id });
    return user;
  });
}

function toEmailChange(before: User, email: string) {
  const emailKey = toEmailKey(email);
  const isSame = toEmailKey(before.email) === emailKey;
  return { email: email.trim(), emailKey, ...(isSame ? {} : { emailVerifiedAt: null }) };
}

/** The person has opened a link that was mailed to the address of the account. */
export async function noteVerifiedEmail(ctx: Context, id: string): Promise<void> {
  await store.updateUser(ctx.db, id, { emailVerifiedAt: ctx.now() });
}

/** Hashes a new password; `field` names the input in the refusal. Call it outside of transactions: hashing is slow. */
export async function hashNewPassword(ctx: Context, password: string, field = 'password'): Promise<string> {
  if (ctx.config.refuseCommonPasswords && isCommonPassword(password))
    throw invalid({ [field]: 'is one of the most common passwords: choose one that others do not use' });
  return ctx.passwords.hash(password);
}

export async function setPasswordHash(ctx: Context, id: string, passwordHash: string): Promise<void> {
  await store.updateUser(ctx.db, id, { passwordHash, updatedAt: ctx.now() });
}

export async function noteLogin(ctx: Context, id: string): Promise<void> {
  await store.updateUser(ctx.db, id, { lastLogin: ctx.now() });
}

/** Deletes the row and, by cascade, the personal data; the audit trail keeps the id as a pseudonym. */
export function deleteUser(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const user = await store.getUser(ctx.db, id);
    if (losesAdmin(user, { status: 'inactive' })) await refuseLastAdmin(ctx, id);
    await store.deleteUser(ctx.db, id);
    await recordAudit(ctx, 'user.delete', id);
    await recordSystemLog(ctx, 'ACCOUNT_DELETED', {}, id);
    ctx.events.publish({ type: 'account.changed', userId: id });
  });
}

function losesAdmin(user: User, { role = user.role, status = user.status }: UserChanges): boolean {
  const isActiveAdmin = user.role === 'ADMIN' && user.status === 'active';
  return isActiveAdmin && (role !== 'ADMIN' || status !== 'active');
}

async function refuseLastAdmin(ctx: Context, id: string): Promise<void> {
  const admins = await store.lockActiveAdmins(ctx.db);
  if (admins.every((admin) => admin === id))
    throw conflict('This is the last active admin. Make somebody else an admin first.');
}

function refuseFutureBirth(ctx: Context, dateOfBirth: string | null | undefined): void {
  if (dateOfBirth && dateOfBirth > ctx.now().slice(0, 10)) throw invalid({ dateOfBirth: 'must not be in the future' });
}

async function refusingKnownEmail<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, 'users_email_key'))
      throw conflict('This e-mail is already registered', { email: 'is already registered' });
    throw error;
  }
}
