/** A session alone does not change how an account is signed in to: somebody else may use an unattended page. */
import { actorId, type Context } from '../../platform/context.js';
import { invalid, Refusal } from '../../platform/refusal.js';
import { findSignInTime } from '../auth/auth.service.js';
import { findPasswordHash } from '../users/users.service.js';
import { verifyPassword } from './profile.service.js';

/** An account without a password must have signed in within this time. */
const recentMs = 600_000;

/** Asks for the password again; of an account without one, for a recent sign-in. */
export async function requireOwner(ctx: Context, password: string | undefined): Promise<void> {
  if ((await findPasswordHash(ctx, actorId(ctx))) === null) return requireRecentSignIn(ctx);
  if (password === undefined) throw invalid({ password: 'is required' });
  return verifyPassword(ctx, password);
}

async function requireRecentSignIn(ctx: Context): Promise<void> {
  const signedInAt = await findSignInTime(ctx);
  if (signedInAt && ctx.clock.nowMs() - Date.parse(signedInAt) <= recentMs) return;
  throw new Refusal(
    403,
    'SIGN_IN_AGAIN',
    'Your account has no password, so this is possible only within 10 minutes after a sign-in. Sign in again.',
  );
}
