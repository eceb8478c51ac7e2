import { type Context, inTransaction } from '../../platform/context.js';
import { endSessions } from '../auth/auth.service.js';
import type { User } from '../users/users.schema.js';
import { changeUser, type UserChanges } from '../users/users.service.js';

/** A deactivated account's sessions end for good: they do not come back when it is activated again. */
export function updateAccount(ctx: Context, userId: string, changes: UserChanges): Promise<User> {
  return inTransaction(ctx, async (ctx) => {
    const user = await changeUser(ctx, userId, changes);
    if (user.status === 'inactive') await endSessions(ctx, userId);
    return user;
  });
}
