/**
 * Environment → one frozen Config. The only reader of process.env. Every variable stands once, in `variables`:
 * from there come the parsing, the messages about mistakes and the table in docs/operations.md.
 */
import {
  count,
  duration,
  expect,
  isAddressOrRange,
  isOrigin,
  limit,
  list,
  oneOf,
  optionalSpan,
  portNumber,
  secrets,
  span,
  steps,
  urlWith,
  type Variable,
  variable,
} from './config-forms.js';

export type { RateLimit } from './config-forms.js';

/** A process of a small installation does everything; a large one has some of each. */
export const roles = ['api', 'recorder', 'alerts', 'upkeep'] as const;
export type Role = (typeof roles)[number];

type Environment = Readonly<Record<string, string | undefined>>;

const defaultSteps = '0s:CAREGIVERS,60s:CAREGIVERS,180s:CAREGIVERS+ADMINS';

const variables = {
  nodeEnv: variable({
    name: 'NODE_ENV',
    form: '`development`, `test` or `production`',
    shown: '`development`',
    about: 'Production refuses unsafe defaults and never migrates the database by itself.',
    read: oneOf('development', 'test', 'production'),
    fallback: () => 'development' as const,
  }),
  host: variable({
    name: 'HOST',
    form: 'host name or address',
    shown: '`localhost`; `0.0.0.0` in production',
    about: 'Where to listen.',
    read: (raw) => raw,
    fallback: (isProduction) => (isProduction ? '0.0.0.0' : 'localhost'),
  }),
  port: variable({
    name: 'PORT',
    form: 'port number',
    shown: '`3000`',
    about: 'The public port: the API under `/api`.',
    read: portNumber,
    fallback: () => 3000,
  }),
  operationsPort: variable({
    name: 'OPERATIONS_PORT',
    form: 'port number or `off`',
    shown: '`9464`',
    about: 'Port for `/metrics`, `/healthz` and `/readyz`. Keep it on the private network.',
    read: (raw) => (raw === 'off' ? null : portNumber(raw)),
    fallback: (): number | null => 9464,
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    form: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    shown: '`info`',
    about: 'Logs are JSON lines on standard output; they carry ids, never personal data.',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    fallback: () => 'info' as const,
  }),
  roles: variable({
    name: 'ROLES',
    form: 'some of `api`, `recorder`, `alerts`, `upkeep`, with commas between',
    shown: 'all of them',
    about: 'What this process does: see «Roles».',
    read: (raw) => list(raw).map(oneOf(...roles)),
    fallback: (): readonly Role[] => roles,
  }),
  dataDir: variable({
    name: 'DATA_DIR',
    form: 'folder',
    shown: '`.data`',
    about:
      'Holds the embedded database and the development secret. Unused when `DATABASE_URL` and `JWT_SECRET` are set.',
    read: (raw) => raw,
    fallback: () => '.data',
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    form: '`postgres://user:password@host:5432/name`',
    shown: 'embedded database in `DATA_DIR`',
    about: 'PostgreSQL 15 or later.',
    read: urlWith('postgres:', 'postgresql:'),
    fallback: (): string | null => null,
    requiredInProduction: true,
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    form: '`redis://host:6379`',
    shown: 'in process',
    about: 'Shared limits, pace and detector state of devices. Needed as soon as there is more than one process.',
    read: urlWith('redis:', 'rediss:'),
    fallback: (): string | null => null,
  }),
  natsUrl: variable({
    name: 'NATS_URL',
    form: '`nats://host:4222`',
    shown: 'in process',
    about: 'Events between processes; with `DATABASE_URL` also the log of readings (JetStream, 2.9 or later).',
    read: urlWith('nats:', 'tls:'),
    fallback: (): string | null => null,
  }),
  logPartitions: count(
    'LOG_PARTITIONS',
    1,
    'Into how many parts the log of readings is cut: as many recorders can work at once.',
  ),
  namespace: variable({
    name: 'NAMESPACE',
    form: 'letters, digits and `_`',
    shown: '`fallwatch`',
    about: 'Begins every Redis key and NATS subject: installations that share those servers need different ones.',
    read: (raw) => expect(/^\w{1,64}$/.test(raw), raw),
    fallback: () => 'fallwatch',
  }),
  jwtSecrets: variable({
    name: 'JWT_SECRET',
    form: '32 bytes or more; two with a comma between while a key is rotated',
    shown: 'made once and kept in `DATA_DIR`',
    about: 'Signs session tokens. The first one signs, both are accepted.',
    read: secrets,
    fallback: (): readonly string[] | null => null,
    requiredInProduction: true,
  }),
  sessionDurationMs: variable({
    name: 'SESSION_DURATION',
    form: '`24h`, `30m`, `90s`; a bare number is hours',
    shown: '`24h`',
    about: 'Lifetime of a session and its token.',
    read: (raw) => duration(/^\d+$/.test(raw) ? `${raw}h` : raw),
    fallback: () => 24 * 3_600_000,
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
  allowedOrigins: variable({
    name: 'ALLOWED_ORIGINS',
    form: 'origins with commas between, `https://care.example.org`',
    shown: 'none',
    about: 'Browsers on these origins may call the API (CORS), compared to the letter.',
    read: (raw) => list(raw).map((entry) => expect(isOrigin(entry), entry)),
    fallback: (): readonly string[] => [],
  }),
  trustProxy: variable({
    name: 'TRUST_PROXY',
    form: 'addresses or CIDR ranges with commas between, `10.0.0.0/8`',
    shown: 'none',
    about: 'Reverse proxies whose `X-Forwarded-*` headers are believed.',
    read: (raw) => list(raw).map((entry) => expect(isAddressOrRange(entry), entry)),
    fallback: (): readonly string[] => [],
  }),
  requireHttps: variable({
    name: 'REQUIRE_HTTPS',
    form: '`true` or `false`',
    shown: '`true` in production, else `false`',
    about: 'Refuses plain HTTP unless a trusted proxy says https. `false` only on a private network.',
    read: (raw) => oneOf('true', 'false')(raw) === 'true',
    fallback: (isProduction) => isProduction,
  }),
  limitGlobal: limit('GLOBAL', '100/1m', 'Requests per client address on all routes without a limit of their own.'),
  limitSignup: limit('SIGNUP', '5/15m', '`POST /auth/signup` per client address.'),
  limitLogin: limit('LOGIN', '10/5m', '`POST /auth/login` per client address.'),
  limitEvents: limit('EVENTS', '300/1m', 'New streams, `GET /events`, per client address.'),
  limitSensor: limit('SENSOR', '1/1s', '`POST /device/sensor-stream` per device.'),
  devicesPerUser: count('DEVICES_PER_USER', 10, 'Devices that one account may register.'),
  deviceLogSize: count('DEVICE_LOG_SIZE', 1_000, 'Log entries kept per device.'),
  readingRetentionMs: span('READING_RETENTION', '90d', 'Readings are dropped by whole days once they are this old.'),
  vitalsRetentionMs: span(
    'VITALS_RETENTION',
    '180d',
    'Vitals by the minute are dropped by whole months once they are this old.',
  ),
  systemLogRetentionMs: span(
    'SYSTEM_LOG_RETENTION',
    '90d',
    'Rows of the system log are deleted once they are this old.',
  ),
  liveRetentionMs: span(
    'LIVE_RETENTION',
    '24h',
    'How long after an event a client can resume the live stream without a gap.',
  ),
  liveStreamsPerUser: count(
    'LIVE_STREAMS_PER_USER',
    20,
    'Open live streams of one person in one process; one more ends the oldest.',
  ),
  webhooksPerUser: count('WEBHOOKS_PER_USER', 5, 'Webhooks that one account may register.'),
  webhookAllowedRanges: variable({
    name: 'WEBHOOK_ALLOWED_RANGES',
    form: 'addresses or CIDR ranges with commas between, `10.1.0.0/16`',
    shown: 'none',
    about: 'Private networks that webhooks may reach, also by plain http. All others are refused.',
    read: (raw) => list(raw).map((entry) => expect(isAddressOrRange(entry), entry)),
    fallback: (): readonly string[] => [],
  }),
  webhookRetentionMs: span('WEBHOOK_RETENTION', '30d', 'The log of webhook deliveries is deleted once it is this old.'),
  invitationDurationMs: span('INVITATION_DURATION', '7d', 'How long an invitation can be accepted.'),
  incidentDurationMs: span('INCIDENT_DURATION', '60s', 'Readings of a device within this time of a fall belong to it.'),
  deviceInactiveAfterMs: span('DEVICE_INACTIVE_AFTER', '30m', 'A device without data for this long is INACTIVE.'),
  deviceOfflineAfterMs: span('DEVICE_OFFLINE_AFTER', '24h', 'A device without data for this long is OFFLINE.'),
  escalationSteps: variable({
    name: 'ESCALATION_STEPS',
    form: '`0s:CAREGIVERS,180s:CAREGIVERS+ADMINS`: after which time whom; ascending, the last one with `ADMINS`',
    shown: `\`${defaultSteps}\``,
    about:
      'Whom an unanswered alert reaches when. Patients may have a plan of their own. CONFIRMED starts with everybody.',
    read: steps,
    fallback: () => steps(defaultSteps),
  }),
  escalationRepeatMs: span(
    'ESCALATION_REPEAT',
    '15m',
    'After the last step its people are told again at this interval.',
  ),
  fallResolveWithinMs: optionalSpan(
    'FALL_RESOLVE_WITHIN',
    '30m',
    'A fall that was acknowledged but not resolved after this time alarms again.',
  ),
  fallConfirmationWindowMs: optionalSpan(
    'FALL_CONFIRMATION_WINDOW',
    '30s',
    'How long POTENTIAL and HIGH wait for the wearer’s word, where the device says that it can ask.',
  ),
};

export type Config = {
  readonly [Key in keyof typeof variables]: (typeof variables)[Key] extends Variable<infer T> ? T : never;
};

/** All mistakes at once: nobody should meet them one restart at a time. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}`);
    this.problems = problems;
  }
}

export function loadConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const isProduction = env.NODE_ENV === 'production';
  const values: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries<Variable<unknown>>(variables)) {
    const raw = env[definition.name]?.trim();
    if (raw === undefined || raw === '') {
      if (isProduction && definition.requiredInProduction)
        problems.push(`${definition.name} is required in production: ${plain(definition.form)}`);
      values[key] = definition.fallback(isProduction);
      continue;
    }
    try {
      values[key] = definition.read(raw);
    } catch (error) {
      problems.push(`${definition.name} ${(error as Error).message}; expected ${plain(definition.form)}`);
    }
  }
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD))
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or none');
  if (Number(values.deviceOfflineAfterMs) < Number(values.deviceInactiveAfterMs))
    problems.push('DEVICE_OFFLINE_AFTER must not be shorter than DEVICE_INACTIVE_AFTER');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as unknown as Config;
}

/** The table in docs/operations.md. */
export function configTable(): string {
  const rows = Object.values<Variable<unknown>>(variables).map(
    (v) =>
      `| \`${v.name}\` | ${v.form} | ${v.requiredInProduction ? `${v.shown}; **required in production**` : v.shown} | ${v.about} |`,
  );
  return ['| variable | form | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}
