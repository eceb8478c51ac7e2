/**
 * Environment → one frozen Config. The only reader of process.env. Every variable stands once, in `variables`:
 * from there come the parsing, the messages about mistakes and the table in docs/operations.md.
 */
import { isIP } from 'node:net';

/** At most `points` requests within a window that opens with the first of them. */
export interface RateLimit {
  readonly points: number;
  readonly windowMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Variable<T> {
  readonly name: string;
  readonly form: string;
  /** The default as the documentation shows it. */
  readonly shown: string;
  readonly about: string;
  readonly read: (raw: string) => T;
  readonly fallback: (isProduction: boolean) => T;
  readonly requiredInProduction?: boolean;
}

const variable = <T>(definition: Variable<T>): Variable<T> => definition;

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
    about: 'Events between processes.',
    read: urlWith('nats:', 'tls:'),
    fallback: (): string | null => null,
  }),
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
  limitSensor: limit('SENSOR', '1/1s', '`POST /device/sensor-stream` per device.'),
  devicesPerUser: count('DEVICES_PER_USER', 10, 'Devices that one account may register.'),
  deviceLogSize: count('DEVICE_LOG_SIZE', 1_000, 'Log entries kept per device.'),
  readingRetentionMs: span('READING_RETENTION', '90d', 'Readings are dropped by whole days once they are this old.'),
  systemLogRetentionMs: span(
    'SYSTEM_LOG_RETENTION',
    '90d',
    'Rows of the system log are deleted once they are this old.',
  ),
  invitationDurationMs: span('INVITATION_DURATION', '7d', 'How long an invitation can be accepted.'),
  incidentDurationMs: span('INCIDENT_DURATION', '60s', 'Readings of a device within this time of a fall belong to it.'),
  deviceInactiveAfterMs: span('DEVICE_INACTIVE_AFTER', '30m', 'A device without data for this long is INACTIVE.'),
  deviceOfflineAfterMs: span('DEVICE_OFFLINE_AFTER', '24h', 'A device without data for this long is OFFLINE.'),
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

/** Never shows the value of a secret: the callers that read one do not come through here. */
function expect<T>(holds: boolean, value: T): T {
  if (!holds) throw new Error(`has "${value}"`);
  return value;
}

function oneOf<const Word extends string>(...words: Word[]) {
  return (raw: string): Word => expect(words.includes(raw as Word), raw as Word);
}

function portNumber(raw: string): number {
  expect(/^\d+$/.test(raw) && Number(raw) <= 65_535, raw);
  return Number(raw);
}

function urlWith(...protocols: string[]) {
  return (raw: string): string | null => {
    // The message leaves the value out: these addresses carry passwords.
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) throw new Error('is not such an address');
    return raw;
  };
}

function secrets(raw: string): readonly string[] | null {
  const keys = list(raw);
  if (keys.length > 2) throw new Error('has more than two keys');
  if (keys.some((key) => Buffer.byteLength(key) < 32)) throw new Error('is too short');
  return keys;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function duration(raw: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(raw);
  const ms = match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : 0;
  expect(ms > 0, raw);
  return ms;
}

function span(name: string, byDefault: string, about: string): Variable<number> {
  const form = '`90s`, `30m`, `24h`, `90d`';
  return variable({
    name,
    form,
    shown: `\`${byDefault}\``,
    about,
    read: duration,
    fallback: () => duration(byDefault),
  });
}

function count(name: string, byDefault: number, about: string): Variable<number> {
  const read = (raw: string): number => {
    expect(/^[1-9]\d{0,6}$/.test(raw), raw);
    return Number(raw);
  };
  return variable({
    name,
    form: 'whole number from 1',
    shown: `\`${byDefault}\``,
    about,
    read,
    fallback: () => byDefault,
  });
}

function limit(scope: string, byDefault: string, about: string): Variable<RateLimit | null> {
  const read = (raw: string): RateLimit | null => {
    if (raw === 'off') return null;
    const [points = '', window = ''] = raw.split('/');
    expect(/^[1-9]\d{0,8}$/.test(points), raw);
    return { points: Number(points), windowMs: duration(window) };
  };
  return variable({
    name: `RATE_LIMIT_${scope}`,
    form: '`100/1m`: how many, in which time; or `off`',
    shown: `\`${byDefault}\``,
    about,
    read,
    fallback: () => read(byDefault),
  });
}

function list(raw: string): string[] {
  return raw
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry;
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const inRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && inRange && rest.length === 0;
}
