/** The first use of an installation: its first admin, and what is left to do until alerts reach somebody. */
import { type Context, inTransaction } from '../../platform/context.js';
import { conflict, invalid } from '../../platform/refusal.js';
import { type OpenedSession, openSession } from '../auth/auth.service.js';
import { createUser, hashNewPassword } from '../users/users.service.js';
import { isSetupCode, setupCode } from './setup.rules.js';
import type { FirstAdmin, SetupChecklist, SetupState } from './setup.schema.js';
import * as store from './setup.store.js';

export async function readSetup(ctx: Context): Promise<SetupState> {
  return { hasAdmin: await store.hasAdmin(ctx.db), name: ctx.config.siteName };
}

/** The page that creates the first admin; null once there is one. */
export async function findSetupUrl(ctx: Context): Promise<string | null> {
  // In the fragment: browsers send it to no server, so no log contains it.
  return (await store.hasAdmin(ctx.db)) ? null : `${ctx.config.publicUrl}/setup#${setupCode(ctx.tokenKeys[0])}`;
}

export async function createFirstAdmin(ctx: Context, draft: FirstAdmin, client: string): Promise<OpenedSession> {
  const { code, password, ...person } = draft;
  if (await store.hasAdmin(ctx.db)) throw alreadySetUp();
  if (!isSetupCode(code, ctx.tokenKeys))
    throw invalid({ code: 'is not the code of this installation: it is printed where the service was started' });
  // Before the transaction: hashing must not hold a database connection.
  const passwordHash = await hashNewPassword(ctx, password);
  return inTransaction(ctx, async (ctx) => {
    await store.lockSetup(ctx.db);
    if (await store.hasAdmin(ctx.db)) throw alreadySetUp();
    return openSession(ctx, await createUser(ctx, { ...person, passwordHash, role: 'ADMIN' }), client);
  });
}

export function readChecklist(ctx: Context): Promise<SetupChecklist> {
  return store.getChecklist(ctx.db);
}

function alreadySetUp() {
  return conflict('This installation has an admin already. Sign in, or ask an admin for an account.');
}
