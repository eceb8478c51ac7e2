/** Sessions, accounts, origins and rate limits. */
import { count, duration, expect, isAddressOrRange, isOrigin, limit, list, oneOf, secrets, variable } from './forms.js';
import { oidcSettings } from './oidc.js';

export const accessSettings = {
  jwtSecrets: variable({
    name: 'JWT_SECRET',
    form: '32 bytes or more; two separated by a comma while a key is rotated',
    shown: 'created once and stored in `DATA_DIR`',
    about: 'Signs session tokens. The first one signs, both are accepted.',
    read: secrets,
    fallback: (): readonly string[] | null => null,
    requiredInProduction: true,
  }),
  sessionDurationMs: variable({
    name: 'SESSION_DURATION',
    form: '`24h`, `30m`, `90s`; a bare number is hours',
    shown: '`24h`',
    about: 'Lifetime of a session and its token, unless it is extended: `POST /auth/refresh`.',
    read: (raw) => duration(/^\d+$/.test(raw) ? `${raw}h` : raw),
    fallback: () => 24 * 3_600_000,
  }),
  sessionMaxDurationMs: variable({
    name: 'SESSION_MAX_DURATION',
    form: '`30d`, `12h`',
    shown: '`30d`',
    about:
      'A session can be extended up to this time after its login, if that is longer than `SESSION_DURATION`. Then a new login is needed.',
    read: duration,
    // NIST SP 800-63B requires a login at least every 30 days (AAL1).
    fallback: () => 30 * 86_400_000,
  }),
  deviceSessions: variable({
    name: 'DEVICE_SESSIONS',
    form: '`allow` or `forbid`',
    shown: '`allow`',
    about:
      'Whether readings may be sent with a session token. `forbid`: only with the credential of a paired device ([devices](devices.md#pairing)).',
    read: oneOf('allow', 'forbid'),
    fallback: (): 'allow' | 'forbid' => 'allow',
  }),
  adminEmail: variable({
    name: 'ADMIN_EMAIL',
    form: 'e-mail address',
    shown: 'none',
    about: 'With `ADMIN_PASSWORD`: creates this admin at start if there is no such account.',
    read: (raw): string | null => expect(raw.includes('@'), raw),
    fallback: (): string | null => null,
  }),
  adminPassword: variable({
    name: 'ADMIN_PASSWORD',
    form: 'password by the rules of the API',
    shown: 'none',
    about: 'There is no default password.',
    read: (raw): string | null => raw,
    fallback: (): string | null => null,
  }),
  siteName: variable({
    name: 'SITE_NAME',
    form: 'text of at most 60 characters',
    shown: 'none',
    about: 'The name of the home or service, shown in the console and on invitations.',
    read: (raw): string | null => expect(raw.length <= 60, raw),
    fallback: (): string | null => null,
  }),
  adminSecondFactor: variable({
    name: 'ADMIN_SECOND_FACTOR',
    form: '`optional` or `required`',
    shown: '`optional`',
    about:
      '`required`: admins who have signed in with a password alone can only set up a second factor ([sign-in](sign-in.md)).',
    read: oneOf('optional', 'required'),
    fallback: (): 'optional' | 'required' => 'optional',
  }),
  ...oidcSettings,
  allowedOrigins: variable({
    name: 'ALLOWED_ORIGINS',
    form: 'origins separated by commas, `https://care.example.org`',
    shown: 'none',
    about: 'Pages of these origins may call the API (CORS). They must match exactly.',
    read: (raw) => list(raw).map((entry) => expect(isOrigin(entry), entry)),
    fallback: (): readonly string[] => [],
  }),
  trustProxy: variable({
    name: 'TRUST_PROXY',
    form: 'addresses or CIDR ranges separated by commas, `10.0.0.0/8`',
    shown: 'none',
    about: 'Reverse proxies whose `X-Forwarded-*` headers are trusted.',
    read: (raw) => list(raw).map((entry) => expect(isAddressOrRange(entry), entry)),
    fallback: (): readonly string[] => [],
  }),
  requireHttps: variable({
    name: 'REQUIRE_HTTPS',
    form: '`true` or `false`',
    shown: '`true` in production, else `false`',
    about: 'Refuses plain HTTP unless a trusted proxy reports HTTPS. `false` only on a private network.',
    read: (raw) => oneOf('true', 'false')(raw) === 'true',
    fallback: (isProduction) => isProduction,
  }),
  signupRoles: variable({
    name: 'SIGNUP_ROLES',
    form: '`PATIENT`, `CAREGIVER`, both separated by a comma, or `none`',
    shown: '`PATIENT,CAREGIVER`',
    about:
      'Who may sign up without an invitation. `none` is recommended for homes: staff create the accounts and pass on invitations.',
    read: (raw) => (raw === 'none' ? [] : list(raw).map(oneOf('PATIENT', 'CAREGIVER'))),
    fallback: (): readonly ('PATIENT' | 'CAREGIVER')[] => ['PATIENT', 'CAREGIVER'],
  }),
  refuseCommonPasswords: variable({
    name: 'REFUSE_COMMON_PASSWORDS',
    form: '`true` or `false`',
    shown: '`false`',
    about: 'Refuses new passwords such as `Password1!`. Off by default: the rules of the API allow them.',
    read: (raw) => oneOf('true', 'false')(raw) === 'true',
    fallback: (): boolean => false,
  }),
  patientsPerCaregiver: count(
    'PATIENTS_PER_CAREGIVER',
    100,
    'A caregiver with this many patients cannot create more; an admin can still assign more.',
  ),
  limitGlobal: limit('GLOBAL', '100/1m', 'Requests per client address on all routes without their own limit.'),
  limitSignup: limit('SIGNUP', '5/15m', '`POST /auth/signup` per client address.'),
  limitRecovery: limit('RECOVERY', '10/15m', '`POST /auth/password/forgot` per client address.'),
  limitLogin: limit('LOGIN', '10/5m', '`POST /auth/login`, and for itself `POST /setup`, per client address.'),
  limitEvents: limit('EVENTS', '300/1m', 'New streams, `GET /events`, per client address.'),
  limitSensor: limit('SENSOR', '1/1s', '`POST /device/sensor-stream` and `POST /device/readings` per device.'),
};
