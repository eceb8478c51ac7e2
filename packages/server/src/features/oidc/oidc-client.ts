/** The OpenID Connect provider of this installation. Found at the first sign-in, not at the start: it may be down. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Config } from '../../config.js';

declare module '../../platform/context.js' {
  interface ProcessState {
    /** Null without OIDC_ISSUER. */
    readonly oidc: OidcClient | null;
  }
}

/** What must be the same when the person comes back. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the provider says about the person. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has verified it. */
  readonly verifiedEmail: string | null;
  /** The provider has asked for a second factor (RFC 8176). */
  readonly hasSecondFactor: boolean;
}

export interface OidcClient {
  start(): Promise<{ readonly url: string; readonly flow: Flow }>;
  /** `search`: the query of the callback. Throws unless everything in it is as it must be. */
  finish(search: string, flow: Flow): Promise<Identity>;
}

/** A person waits. */
const timeoutSeconds = 5;

export function createOidcClient(settings: Config): OidcClient | null {
  const { oidcIssuer, publicUrl } = settings;
  if (oidcIssuer === null) return null;
  const callback = `${publicUrl}/api/auth/oidc/callback`;
  let found: Promise<Configuration> | undefined;
  const provider = (): Promise<Configuration> => {
    found ??= discover(oidcIssuer, settings).catch((error: unknown) => {
      // Tried again at the next sign-in.
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    async start() {
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await provider(), {
        redirect_uri: callback,
        scope: 'openid email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async finish(search, { state, nonce, verifier }) {
      const config = await provider();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(config, new URL(search, callback), checks);
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      // Most providers give the e-mail here only.
      const { email, email_verified } = await fetchUserInfo(config, tokens.access_token, claims.sub);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: email_verified === true && email ? email : null,
        hasSecondFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
      };
    },
  };
}

function discover(issuer: string, { oidcClientId, oidcClientSecret }: Config): Promise<Configuration> {
  // config/oidc.ts allows http: on this machine only.
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  return discovery(new URL(issuer), oidcClientId, oidcClientSecret, undefined, {
    timeout: timeoutSeconds,
    // Also verifies the signature of ID tokens.
    execute: [...insecure, enableNonRepudiationChecks],
  });
}
