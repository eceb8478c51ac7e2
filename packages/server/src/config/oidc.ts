/** Sign-in with an OpenID Connect provider. */
import { expect, variable } from './forms.js';

type Environment = Readonly<Record<string, string | undefined>>;

const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

export const oidcSettings = {
  oidcIssuer: variable({
    name: 'OIDC_ISSUER',
    form: '`https://login.example.org/realms/care`; `http:` only on this machine',
    shown: 'none',
    about:
      'People can sign in with this OpenID Connect provider, if they have an account here ([sign-in](sign-in.md)). Register `PUBLIC_URL/api/auth/oidc/callback` there.',
    read: (raw): string | null => expect(isIssuer(raw), raw),
    fallback: (): string | null => null,
  }),
  oidcClientId: variable({
    name: 'OIDC_CLIENT_ID',
    form: 'text',
    shown: 'none',
    about: 'Required with `OIDC_ISSUER`: the name of this installation at the provider.',
    read: (raw): string => raw,
    fallback: (): string => '',
  }),
  oidcClientSecret: variable({
    name: 'OIDC_CLIENT_SECRET',
    isSecret: true,
    form: 'text',
    shown: 'none',
    about: 'Required with `OIDC_ISSUER`.',
    read: (raw): string => raw,
    fallback: (): string => '',
  }),
  oidcName: variable({
    name: 'OIDC_NAME',
    form: 'up to 40 characters',
    shown: '`OpenID Connect`',
    about: 'The name of the provider on the sign-in page: “Sign in with …”.',
    read: (raw): string => expect(raw.length <= 40, raw),
    fallback: (): string => 'OpenID Connect',
  }),
};

function isIssuer(raw: string): boolean {
  if (!URL.canParse(raw)) return false;
  const { protocol, hostname, search, hash } = new URL(raw);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isLocal) && search === '' && hash === '';
}

export function oidcProblems(env: Environment): string[] {
  const given = names.filter((name) => env[name]);
  const problems = [];
  if (given.length > 0 && given.length < names.length)
    problems.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} go together: set all or none`);
  if (env.OIDC_ISSUER && env.NODE_ENV === 'production' && !env.PUBLIC_URL)
    problems.push('PUBLIC_URL is required with OIDC_ISSUER: the provider sends people back to it');
  return problems;
}
