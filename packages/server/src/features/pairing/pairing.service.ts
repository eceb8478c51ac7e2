/**
 * Pairing gives a device its own credential without a password on the device, in one of two directions. A device shows a
 * code, a person claims it, and the device collects the credential: WAITING → claimed → collected. Or a person makes a
 * code, on a screen or a printed card, and the device redeems it. Codes are stored as a hash and work once.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { parseMacAddress } from '../../platform/mac.js';
import { conflict, Refusal } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { issueCredential } from '../devices/credentials.service.js';
import type { Device } from '../devices/devices.schema.js';
import { findNewOwner, giveDevice, mayManage } from '../ownership/ownership.service.js';
import { checkCode } from './guessing.service.js';
import {
  cardCodeLength,
  codeLetters,
  codeLifetimeMs,
  formatCode,
  maxOpenCodes,
  normalizeCode,
  pollSeconds,
  shortCodeLength,
  toCode,
} from './pairing.rules.js';
import type {
  ClaimRequest,
  CodeRequest,
  PairingCode,
  PairingRequest,
  PairingState,
  RedeemedPairing,
  RedeemRequest,
  StartedPairing,
} from './pairing.schema.js';
import * as store from './pairing.store.js';

const dayMs = 86_400_000;

export async function startPairing(ctx: Context, request: PairingRequest): Promise<StartedPairing> {
  const deviceCode = randomBytes(24).toString('base64url');
  const code = newCode(shortCodeLength);
  const expiresAt = readEnd(ctx, codeLifetimeMs);
  await store.insertPairing(ctx.db, {
    deviceCodeHash: hashToken(deviceCode),
    userCodeHash: hashToken(code),
    ...toColumns(request),
    createdAt: ctx.now(),
    expiresAt,
  });
  const userCode = formatCode(code);
  return { deviceCode, userCode, url: `${ctx.config.publicUrl}/pair#${userCode}`, expiresAt, pollSeconds };
}

/** Called by the device. The credential is made when it is collected: it is stored as a hash only. */
export function pollPairing(ctx: Context, deviceCode: string): Promise<PairingState> {
  return inTransaction(ctx, async (ctx) => {
    const hash = hashToken(deviceCode);
    const pairing = await store.findPairing(ctx.db, hash, ctx.now());
    if (!pairing) throw noPairing();
    const { deviceId } = pairing;
    if (deviceId === null) return { state: 'WAITING', credential: null, deviceId };
    if (!(await store.deletePairing(ctx.db, hash))) throw noPairing();
    const { credential } = await issueCredential(ctx, deviceId);
    return { state: 'PAIRED', credential, deviceId };
  });
}

/** Called by the person who sees the code. Then the device has ten minutes to collect its credential. */
export async function claimPairing(
  ctx: Context,
  { userCode, patientId }: ClaimRequest,
  client: string,
): Promise<Device> {
  const owner = await findNewOwner(ctx, patientId);
  const hash = hashToken(normalizeCode(userCode));
  return checkCode(ctx, { client, userId: actorId(ctx) }, () =>
    inTransaction(ctx, async (ctx) => {
      const pairing = await store.findOpenPairingLocked(ctx.db, hash, ctx.now());
      if (!pairing) return undefined;
      const device = await giveDevice(ctx, { ...pairing, userId: owner });
      const claim = { deviceId: device.id, expiresAt: readEnd(ctx, codeLifetimeMs) };
      await store.updateClaimed(ctx.db, pairing.deviceCodeHash, claim);
      return device;
    }),
  );
}

/** A code that a device redeems: shown on a screen, or with `validDays` printed on a card. */
export function createCode(ctx: Context, { patientId, validDays }: CodeRequest): Promise<PairingCode> {
  return inTransaction(ctx, async (ctx) => {
    const userId = await findNewOwner(ctx, patientId);
    const createdBy = actorId(ctx);
    if ((await store.countOpenCodes(ctx.db, createdBy, ctx.now())) >= maxOpenCodes)
      throw conflict(`You have ${maxOpenCodes} pairing codes that nobody has used. Wait until some of them expire.`);
    const code = newCode(validDays === undefined ? shortCodeLength : cardCodeLength);
    const expiresAt = readEnd(ctx, validDays === undefined ? codeLifetimeMs : validDays * dayMs);
    await store.insertCode(ctx.db, {
      codeHash: hashToken(code),
      userId,
      createdBy,
      createdAt: ctx.now(),
      expiresAt,
    });
    await recordAudit(ctx, 'pairing.createCode', userId);
    const shown = formatCode(code);
    return { code: shown, url: `${ctx.config.publicUrl}/wear#${shown}`, expiresAt };
  });
}

/** Called by the device, on behalf of the person who made the code: with the rights that this person has now. */
export function redeemCode(
  ctx: Context,
  { code, ...request }: RedeemRequest,
  client: string,
): Promise<RedeemedPairing> {
  const hash = hashToken(normalizeCode(code));
  return checkCode(ctx, { client }, () =>
    inTransaction(ctx, async (ctx) => {
      const found = await store.deleteOpenCode(ctx.db, hash, ctx.now());
      if (!found) return undefined;
      const maker: Context = { ...ctx, actor: { id: found.createdBy, role: found.role, sessionId: null } };
      if (!(await mayManage(maker, found.userId))) return undefined;
      const { id, macAddress } = await giveDevice(maker, { ...toColumns(request), userId: found.userId });
      const { credential } = await issueCredential(maker, id);
      return { credential, deviceId: id, macAddress };
    }),
  );
}

/** Called by the upkeep job. */
export function clearExpiredPairings(ctx: Context): Promise<void> {
  return store.deleteExpired(ctx.db, ctx.now());
}

function toColumns({ device_id, name, firmware_version }: PairingRequest) {
  return {
    // The schema accepts MAC addresses only.
    macAddress: parseMacAddress(device_id) as string,
    name: name ?? null,
    firmwareVersion: firmware_version ?? null,
  };
}

function newCode(length: number): string {
  return toCode(Array.from({ length }, () => randomInt(codeLetters.length)));
}

function readEnd(ctx: Context, lifetimeMs: number): string {
  return new Date(ctx.clock.nowMs() + lifetimeMs).toISOString();
}

function noPairing(): Refusal {
  return new Refusal(404, 'NOT_FOUND', 'This pairing is unknown, expired or already collected. Start a new one.');
}
