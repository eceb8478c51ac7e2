/**
 * Codes of an authenticator app, and the recovery codes for the day when the phone is lost. Used by the login, so it
 * knows nothing of passwords and sessions: second-factors.service.ts does.
 */
import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { type Context, inTransaction } from '../../platform/context.js';
import { conflict, notFound } from '../../platform/refusal.js';
import { seal, unseal } from '../../platform/sealing.js';
import {
  hashRecoveryCode,
  isTotpCode,
  normalizeCode,
  recoveryCodeBytes,
  recoveryCodeCount,
  toRecoveryCode,
} from './codes.rules.js';
import { findStep, secretBytes, toTotpUri } from './totp.rules.js';
import * as store from './totp.store.js';

export interface NewTotp {
  /** For people who cannot scan the code. */
  readonly secret: string;
  readonly uri: string;
}

/** Whether a login needs a code. */
export async function hasTotp(ctx: Context, userId: string): Promise<boolean> {
  return (await store.findTotp(ctx.db, userId))?.confirmedAt != null;
}

export async function readTotp(
  ctx: Context,
  userId: string,
): Promise<{ totp: { since: string } | null; recoveryCodesLeft: number }> {
  const since = (await store.findTotp(ctx.db, userId))?.confirmedAt ?? null;
  return {
    totp: since === null ? null : { since },
    recoveryCodesLeft: await store.countRecoveryCodes(ctx.db, userId),
  };
}

/** Not required at logins before it is confirmed by a code. */
export async function startTotp(ctx: Context, { id, email }: { id: string; email: string }): Promise<NewTotp> {
  const secret = new Secret({ size: secretBytes }).base32;
  const sealedSecret = seal(ctx.tokenKeys, toPurpose(id), secret);
  const totp = { userId: id, sealedSecret, createdAt: ctx.now(), confirmedAt: null, lastStep: null };
  if (!(await store.upsertPending(ctx.db, totp)))
    throw conflict('You have an authenticator app already. Remove it first.');
  return { secret, uri: toTotpUri(secret, email) };
}

/** From now on logins need a code. Undefined if this code is wrong. */
export async function confirmTotp(ctx: Context, userId: string, code: string): Promise<string[] | undefined> {
  const pending = await store.findTotp(ctx.db, userId);
  if (!pending) throw notFound('Authenticator app');
  if (pending.confirmedAt !== null) throw conflict('This authenticator app is confirmed already.');
  return inTransaction(ctx, async (ctx) => {
    const isRight = await takeTotpCode(ctx, userId, normalizeCode(code), { confirmedAt: ctx.now() });
    return isRight ? createRecoveryCodes(ctx, userId) : undefined;
  });
}

/** Uses up a code: of the app or, with another form, a recovery code. */
export async function takeCode(ctx: Context, userId: string, typed: string): Promise<'app' | 'recovery' | undefined> {
  const code = normalizeCode(typed);
  if (isTotpCode(code)) return (await takeTotpCode(ctx, userId, code)) ? 'app' : undefined;
  const salt = await store.findSalt(ctx.db, userId);
  if (salt === undefined) return undefined;
  return (await store.takeRecoveryCode(ctx.db, userId, hashRecoveryCode(code, salt))) ? 'recovery' : undefined;
}

/** Ten new ones; those before are no longer valid. */
export async function createRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => toRecoveryCode(randomBytes(recoveryCodeBytes)));
  const salt = randomBytes(16).toString('base64url');
  const rows = codes.map((code) => ({ userId, salt, codeHash: hashRecoveryCode(normalizeCode(code), salt) }));
  await inTransaction(ctx, (ctx) => store.replaceRecoveryCodes(ctx.db, userId, rows));
  return codes;
}

/** Returns whether there was one that logins needed. */
export function removeTotp(ctx: Context, userId: string): Promise<boolean> {
  return store.deleteTotp(ctx.db, userId);
}

async function takeTotpCode(ctx: Context, userId: string, code: string, changes: object = {}): Promise<boolean> {
  const totp = await store.findTotp(ctx.db, userId);
  const secret = totp && unseal(ctx.tokenKeys, toPurpose(userId), totp.sealedSecret);
  if (totp && secret === undefined) ctx.log.error({ userId }, 'secret of an authenticator app cannot be decrypted');
  const lastStep = secret && findStep(secret, code, ctx.clock.nowMs());
  if (!secret || !lastStep) return false;
  // Sealed anew at each use: after a rotation of JWT_SECRET the older key is soon no longer needed.
  return store.takeStep(ctx.db, userId, {
    ...changes,
    lastStep,
    sealedSecret: seal(ctx.tokenKeys, toPurpose(userId), secret),
  });
}

const toPurpose = (userId: string): string => `totp ${userId}`;
