import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { type Context, inTransaction } from '../../platform/context.js';
import { unauthorized } from '../../platform/refusal.js';
import { type OpenedSession, openSession } from '../auth/auth.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { findUser } from '../users/users.service.js';
import { createChallenge, getRelyingParty, takeChallenge } from './challenges.service.js';
import type { PasskeySignIn } from './passkeys.schema.js';
import * as store from './passkeys.store.js';

type Assertion = PasskeySignIn['response'];
type StoredPasskey = NonNullable<Awaited<ReturnType<typeof store.findByCredential>>>;

/** Without a list of credentials: the person chooses the passkey, and nobody learns who has one. */
export async function startSignIn(ctx: Context): Promise<Record<string, unknown>> {
  const { rpID } = getRelyingParty(ctx);
  const challenge = await createChallenge(ctx, null);
  return { ...(await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })) };
}

/** Every reason gets the same answer: it reveals neither accounts nor passkeys. */
export async function signInWithPasskey(ctx: Context, response: Assertion, client: string): Promise<OpenedSession> {
  const challenge = await takeChallenge(ctx, response.response.clientDataJSON, null);
  const passkey = await store.findByCredential(ctx.db, response.id);
  const user = passkey && (await findUser(ctx, passkey.userId));
  const isRight =
    challenge !== undefined && passkey !== undefined && (await verifyAssertion(ctx, { response, challenge, passkey }));
  if (!isRight || user?.status !== 'active') {
    await recordSystemLog(ctx, 'PASSKEY_REFUSED', {}, user?.id ?? null);
    throw unauthorized('This passkey was not accepted. Try again, or sign in with your password.');
  }
  return inTransaction(ctx, (ctx) => openSession(ctx, user, client, true));
}

interface Claim {
  readonly response: Assertion;
  readonly challenge: string;
  readonly passkey: StoredPasskey;
}

async function verifyAssertion(ctx: Context, { response, challenge, passkey }: Claim): Promise<boolean> {
  const { userHandle } = response.response;
  // The account that the passkey says it belongs to must be the one that it was added to.
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) return false;
  const { rpID, origin } = getRelyingParty(ctx);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      // A counter that does not grow means that the authenticator was copied: the library refuses it.
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    const use = { counter: authenticationInfo.newCounter, lastUsedAt: ctx.now() };
    return verified && (await store.updateUse(ctx.db, passkey.id, use));
  } catch (error) {
    ctx.log.info({ err: error, userId: passkey.userId }, 'passkey refused');
    return false;
  }
}
