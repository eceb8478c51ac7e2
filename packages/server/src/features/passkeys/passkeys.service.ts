/**
 * Passkeys (WebAuthn): the device of the person proves who they are after it has checked a fingerprint, face or PIN. So
 * a passkey counts as both factors. It is bound to the host of PUBLIC_URL: a copied page on another host gets nothing.
 */
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { violates } from '../../platform/db/faults.js';
import { isUuid } from '../../platform/ids.js';
import { conflict, invalid, notFound } from '../../platform/refusal.js';
import { noteSecondFactor } from '../auth/auth.service.js';
import { notifyOfChange } from '../email/account-mail.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { requireOwner } from '../profile/owner.service.js';
import { getUser } from '../users/users.service.js';
import { createChallenge, getRelyingParty, takeChallenge } from './challenges.service.js';
import type { NewPasskey, Passkey } from './passkeys.schema.js';
import * as store from './passkeys.store.js';

/** More than anybody has devices; keeps the list that authenticators get short. */
const passkeysPerUser = 20;

export function listPasskeys(ctx: Context, userId: string): Promise<Passkey[]> {
  return store.listPasskeys(ctx.db, userId);
}

export async function startRegistration(ctx: Context, password: string | undefined): Promise<Record<string, unknown>> {
  const relyingParty = getRelyingParty(ctx);
  await requireOwner(ctx, password);
  const { id, email, firstName, lastName } = await getUser(ctx, actorId(ctx));
  const known = await store.listCredentialIds(ctx.db, id);
  if (known.length >= passkeysPerUser)
    throw conflict(`You have ${passkeysPerUser} passkeys already. Remove one first.`);
  const options = await generateRegistrationOptions({
    rpName: 'Fallwatch',
    rpID: relyingParty.rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    challenge: await createChallenge(ctx, id),
    excludeCredentials: known,
    attestationType: 'none',
    // Found without a user name, and never without a check of the person.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

export async function addPasskey(ctx: Context, { name, response }: NewPasskey): Promise<Passkey> {
  const userId = actorId(ctx);
  const credential = await verifyRegistration(ctx, userId, response);
  const added = await inTransaction(ctx, async (ctx) => {
    const passkey = await refusingKnownPasskey(
      store.insertPasskey(ctx.db, {
        id: ctx.newId(),
        userId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        name: name.trim(),
        createdAt: ctx.now(),
      }),
    );
    await noteSecondFactor(ctx);
    await recordAudit(ctx, 'passkey.add', userId);
    await recordSystemLog(ctx, 'PASSKEY_ADDED', {}, userId);
    return passkey;
  });
  notifyOfChange(ctx, userId, 'PASSKEY_ADDED');
  return added;
}

export async function removePasskey(
  ctx: Context,
  id: string,
  password: string | undefined,
): Promise<{ id: string; message: string }> {
  const userId = actorId(ctx);
  await requireOwner(ctx, password);
  await inTransaction(ctx, async (ctx) => {
    if (!isUuid(id) || !(await store.deletePasskey(ctx.db, userId, id))) throw notFound('Passkey');
    await recordAudit(ctx, 'passkey.remove', userId);
    await recordSystemLog(ctx, 'PASSKEY_REMOVED', {}, userId);
  });
  notifyOfChange(ctx, userId, 'PASSKEY_REMOVED');
  return { id, message: 'Passkey removed' };
}

export function removePasskeys(ctx: Context, userId: string): Promise<void> {
  return store.deletePasskeys(ctx.db, userId);
}

async function verifyRegistration(ctx: Context, userId: string, response: NewPasskey['response']) {
  const { rpID, origin } = getRelyingParty(ctx);
  const challenge = await takeChallenge(ctx, response.response.clientDataJSON, userId);
  if (!challenge) throw refused('the request has expired or was used already');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, type: 'public-key', clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: Error) => {
    throw refused(error.message);
  });
  if (!verified) throw refused('its signature is wrong');
  return registrationInfo.credential;
}

function refused(reason: string) {
  return invalid({ response: `was refused: ${reason}` }, 'This passkey could not be added. Try again.');
}

async function refusingKnownPasskey<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, 'passkeys_credential_id_key')) throw conflict('This passkey is registered already');
    throw error;
  }
}
