/**
 * The credentials of a device. A new one does not end the others at once: they stay valid for a day, so that an answer
 * that is lost does not stop a device. Revoking ends a credential in all processes within a second: access/credential.ts.
 */
import { recordAudit } from '../../access/audit.js';
import { formatCredential, newSecret } from '../../access/credential-token.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import { conflict, notFound } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import type { DeviceCredential, NewDeviceCredential, RotatedCredential } from './credentials.schema.js';
import * as store from './credentials.store.js';
import { getDevice, insertLogEntry } from './devices.store.js';

const overlapMs = 24 * 3_600_000;
/** A device that replaces its credential again and again, because it does not store the answer, stops here. */
const maxCredentials = 10;
/** Uses that are written in one statement. */
const pieceSize = 1_000;

/** Issues a credential; older ones of the device end after the overlap. */
export function issueCredential(ctx: Context, deviceId: string): Promise<NewDeviceCredential> {
  return inTransaction(ctx, async (ctx) => {
    if ((await store.countCredentialsLocked(ctx.db, deviceId, ctx.now())) >= maxCredentials)
      throw conflict(
        `This device has ${maxCredentials} valid credentials. Revoke one (DELETE /device/:id/credentials/:credentialId), or wait until one ends.`,
      );
    const { userId } = await getDevice(ctx.db, deviceId);
    publishEnds(ctx, await store.updateExpiry(ctx.db, deviceId, readOverlapEnd(ctx)));
    const [id, secret, createdAt] = [ctx.newId(), newSecret(), ctx.now()];
    await store.insertCredential(ctx.db, { id, deviceId, secretHash: hashToken(secret), createdAt });
    await writeLog(ctx, deviceId, 'Credential issued');
    await recordAudit(ctx, 'device.credential.issue', userId);
    return { id, createdAt, lastUsedAt: null, expiresAt: null, credential: formatCredential(id, secret) };
  });
}

/** Called by the device itself. */
export async function rotateOwnCredential(ctx: Context): Promise<RotatedCredential> {
  const { credential } = await issueCredential(ctx, actorDeviceId(ctx));
  return { credential, previousEndsAt: readOverlapEnd(ctx) };
}

/** Called by the device itself. The device stays with its owner, who is told that it is silent. */
export function revokeOwnCredentials(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { id, userId } = await getDevice(ctx.db, actorDeviceId(ctx));
    await endCredentials(ctx, id);
    await writeLog(ctx, id, 'Disconnected: credentials revoked');
    await recordAudit(ctx, 'device.credential.revoke', userId);
  });
}

function actorDeviceId({ actor: { device } }: Context): string {
  if (!device) throw new Error('This needs a device with its own credential');
  return device.id;
}

export async function listCredentials(ctx: Context, deviceId: string): Promise<DeviceCredential[]> {
  await writeCredentialUses(ctx);
  return store.listCredentials(ctx.db, deviceId, ctx.now());
}

export function revokeCredential(ctx: Context, deviceId: string, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!isUuid(id) || !(await store.deleteCredential(ctx.db, deviceId, id))) throw notFound('Credential');
    const { userId } = await getDevice(ctx.db, deviceId);
    publishEnds(ctx, [id.toLowerCase()]);
    await writeLog(ctx, deviceId, 'Credential revoked');
    await recordAudit(ctx, 'device.credential.revoke', userId);
  });
}

/** Call before the device is deleted or released. */
export async function endCredentials(ctx: Context, deviceId: string): Promise<void> {
  publishEnds(ctx, await store.deleteCredentials(ctx.db, deviceId));
}

/** Writes the uses that this process has noted. */
export async function writeCredentialUses(ctx: Context): Promise<void> {
  const { credentialUses } = ctx.state;
  const uses = [...credentialUses];
  for (let first = 0; first < uses.length; first += pieceSize) {
    const piece = uses.slice(first, first + pieceSize);
    const times = piece.map(([, usedAtMs]) => new Date(usedAtMs).toISOString());
    await store.updateLastUsed(
      ctx.db,
      piece.map(([id]) => id),
      times,
    );
    // Noted again meanwhile: write again.
    for (const [id, usedAtMs] of piece) if (credentialUses.get(id) === usedAtMs) credentialUses.delete(id);
  }
}

/** Called by the upkeep job. */
export function clearExpiredCredentials(ctx: Context): Promise<void> {
  return store.deleteExpiredCredentials(ctx.db, ctx.now());
}

function readOverlapEnd(ctx: Context): string {
  return new Date(ctx.clock.nowMs() + overlapMs).toISOString();
}

function publishEnds(ctx: Context, ids: readonly string[]): void {
  for (const credentialId of ids) ctx.events.publish({ type: 'credential.ended', credentialId });
}

function writeLog(ctx: Context, deviceId: string, message: string): Promise<void> {
  const entry = { id: ctx.newId(), deviceId, type: 'INFO' as const, message, timestamp: ctx.now() };
  return insertLogEntry(ctx.db, entry, ctx.config.deviceLogSize);
}
