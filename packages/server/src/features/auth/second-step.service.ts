/** The second step of a sign-in: a code, after the right password. */
import type { Context } from '../../platform/context.js';
import { Refusal } from '../../platform/refusal.js';
import { notifyOfChange } from '../email/account-mail.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { hasTotp, takeCode } from '../totp/totp.service.js';
import { checkCodeTry } from './guessing.service.js';

interface Tried {
  readonly code: string | undefined;
  readonly lane: string;
}

/** Returns whether the account has a second step; refuses if the code is missing or wrong. */
export async function passSecondStep(ctx: Context, userId: string, { code, lane }: Tried): Promise<boolean> {
  if (!(await hasTotp(ctx, userId))) return false;
  if (code === undefined) throw codeRequired();
  let used: Awaited<ReturnType<typeof takeCode>>;
  const isRight = await checkCodeTry(ctx, lane, async () => {
    used = await takeCode(ctx, userId, code);
    return used !== undefined;
  });
  if (!isRight) {
    await recordSystemLog(ctx, 'WRONG_CODE', {}, userId);
    throw wrongCode();
  }
  if (used === 'recovery') {
    await recordSystemLog(ctx, 'RECOVERY_CODE_USED', {}, userId);
    notifyOfChange(ctx, userId, 'RECOVERY_CODE_USED');
  }
  return true;
}

/** For sign-ins without a second step, such as an invitation: they must not replace one. */
export async function refuseSecondFactor(ctx: Context, userId: string): Promise<void> {
  if (await hasTotp(ctx, userId)) throw codeRequired();
}

function codeRequired(): Refusal {
  return new Refusal(
    401,
    'SECOND_FACTOR_REQUIRED',
    'This account has a second factor. Log in with the password and a code of the authenticator app, or a recovery code.',
  );
}

function wrongCode(): Refusal {
  return new Refusal(
    401,
    'WRONG_CODE',
    'This code is wrong or was used already. Wait for the next code of the app, or use a recovery code.',
  );
}
