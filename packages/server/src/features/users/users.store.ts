import { type Insertable, sql, type Updateable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { invitationPending } from '../../platform/db/invitation-pending.js';
import { isOnPage } from '../../platform/db/page-ids.js';
import { isOfPerson, matchesWords } from '../../platform/db/search.js';
import type { AccountStatus, Role } from '../../platform/db/tables/accounts.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Page, Paged, Sort } from '../../platform/http/pagination.js';
import { toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { User, UserSortField } from './users.schema.js';

/** All columns except the password hash and the e-mail key, so that these do not leave this file by accident. */
const columns = [
  'users.id',
  'email',
  'firstName',
  'lastName',
  'role',
  'status',
  'phone',
  'dateOfBirth',
  'avatar',
  'language',
  'createdAt',
  'lastLogin',
  invitationPending,
  sql<boolean>`users.email_verified_at is not null`.as('emailVerified'),
] as const;

export interface UserFilter {
  readonly role?: Role | undefined;
  readonly status?: AccountStatus | undefined;
  readonly search?: string | undefined;
}

export function insertUser(db: Db, user: Insertable<Tables['users']>): Promise<User> {
  return db.insertInto('users').values(user).returning(columns).executeTakeFirstOrThrow();
}

export function findUser(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function getUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw notFound('User');
  return user;
}

export function findCredentials(db: Db, emailKey: string) {
  return db
    .selectFrom('users')
    .select([...columns, 'passwordHash'])
    .where('emailKey', '=', emailKey)
    .executeTakeFirst();
}

export function findUserByEmail(db: Db, emailKey: string): Promise<User | undefined> {
  return db.selectFrom('users').select(columns).where('emailKey', '=', emailKey).executeTakeFirst();
}

export async function findPasswordHash(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst();
  return row?.passwordHash ?? null;
}

export async function listUsers(
  db: Db,
  filter: UserFilter,
  sort: Sort<UserSortField>,
  query: Page,
): Promise<Paged<User>> {
  const { limit, offset } = toPage(query);
  let matching = db.selectFrom('users');
  if (filter.role) matching = matching.where('role', '=', filter.role);
  if (filter.status) matching = matching.where('status', '=', filter.status);
  if (filter.search) matching = matching.where(matchesWords(filter.search, isOfPerson));
  // Select ids only: the rows that the offset skips must not be sorted as a whole.
  const shown = matching.select('id').orderBy(sort.field, sort.direction).orderBy('id').limit(limit).offset(offset);
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where(isOnPage('users.id', shown))
    .orderBy(sort.field, sort.direction)
    .orderBy('id')
    .execute();
  const total = await countRows(matching);
  return { rows, total };
}

export function countUsers(db: Db): Promise<number> {
  return countRows(db.selectFrom('users'));
}

export function updateUser(db: Db, id: string, changes: Updateable<Tables['users']>): Promise<User> {
  return db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(() => notFound('User'));
}

export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).executeTakeFirst();
}

/** Locks all active admins until the commit: two admins who demote each other at once must not both succeed. */
export async function lockActiveAdmins(db: Db): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return admins.map((admin) => admin.id);
}
