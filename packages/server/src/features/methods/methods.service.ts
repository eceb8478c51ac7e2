import type { Context } from '../../platform/context.js';
import { canMail } from '../email/account-mail.service.js';
import { findRelyingParty } from '../passkeys/passkeys.rules.js';
import type { SignInMethods } from './methods.schema.js';

export function readSignInMethods(ctx: Context): SignInMethods {
  const { config, state } = ctx;
  return {
    oidc: state.oidc && { name: config.oidcName },
    passkeys: findRelyingParty(config) !== null,
    resetByMail: canMail(ctx),
  };
}
