import Type, { type Static } from 'typebox';
import { Named, Nullable } from '../../platform/http/shapes.js';

export const SignInMethods = Named('SignInMethods', {
  oidc: Nullable(
    Named('OidcProvider', { name: Type.String({ description: 'Sign in with <name>: GET /auth/oidc/start.' }) }),
  ),
  passkeys: Type.Boolean(),
  resetByMail: Type.Boolean({ description: 'A forgotten password can be replaced by a mailed link.' }),
});
export type SignInMethods = Static<typeof SignInMethods>;
