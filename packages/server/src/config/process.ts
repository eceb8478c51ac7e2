/** What a process is and where it listens. */
import { duration, expect, list, oneOf, portNumber, portNumberOrOff, urlWith, variable } from './forms.js';

/** A process of a small installation has all roles; in a large one the roles are divided among processes. */
const roles = ['api', 'recorder', 'alerts', 'voice', 'upkeep'] as const;
export type Role = (typeof roles)[number];

export const processSettings = {
  nodeEnv: variable({
    name: 'NODE_ENV',
    form: '`development`, `test` or `production`',
    shown: '`development`',
    about: '`production` refuses unsafe defaults and does not migrate the database at start.',
    read: oneOf('development', 'test', 'production'),
    fallback: () => 'development' as const,
  }),
  host: variable({
    name: 'HOST',
    form: 'host name or address',
    shown: '`localhost`; `0.0.0.0` in production',
    about: 'Where the public port listens.',
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
  mqttPort: variable({
    name: 'MQTT_PORT',
    form: 'port number or `off`',
    shown: '`off`',
    about:
      'Port for readings over MQTT, on `HOST`, without TLS ([devices](devices.md#mqtt)). With `REQUIRE_HTTPS`, only proxies in `TRUST_PROXY` may connect to it: they end TLS.',
    read: portNumberOrOff,
    fallback: (): number | null => null,
  }),
  operationsHost: variable({
    name: 'OPERATIONS_HOST',
    form: 'host name or address',
    shown: '`127.0.0.1`',
    about: 'Where the operations port listens. It needs no token: open it only to a private network.',
    read: (raw) => raw,
    fallback: () => '127.0.0.1',
  }),
  operationsPort: variable({
    name: 'OPERATIONS_PORT',
    form: 'port number or `off`',
    shown: '`9464`',
    about: 'Port for `/metrics`, `/healthz` and `/readyz`.',
    read: portNumberOrOff,
    fallback: (): number | null => 9464,
  }),
  tracesUrl: variable({
    name: 'TRACES_URL',
    form: 'address, as `http://localhost:4318/v1/traces`',
    shown: 'none',
    about: 'Where traces are sent, as OTLP in JSON: see [Traces](#traces). Without it nothing is traced.',
    read: urlWith('http:', 'https:'),
    fallback: (): string | null => null,
  }),
  tracesRatio: variable({
    name: 'TRACES_RATIO',
    form: 'number from 0 to 1',
    shown: '`0.01`',
    about: 'The share of requests and jobs that are traced.',
    read: (raw) => expect(/^(0(\.\d+)?|1(\.0+)?)$/.test(raw), Number(raw)),
    fallback: () => 0.01,
  }),
  stopDelayMs: variable({
    name: 'STOP_DELAY',
    form: '`5s`, `30s`; `0` = off',
    shown: '`5s` in production, else `0`',
    about:
      'After SIGTERM a process with the role `api` continues to answer for this time, while `/readyz` is 503. Must be longer than your proxy needs to notice it.',
    read: (raw) => (raw === '0' ? 0 : duration(raw)),
    fallback: (isProduction) => (isProduction ? 5_000 : 0),
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    form: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    shown: '`info`',
    about: 'The process log is JSON lines on standard output. It contains ids, never personal data.',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    fallback: () => 'info' as const,
  }),
  roles: variable({
    name: 'ROLES',
    form: 'some of `api`, `recorder`, `alerts`, `voice`, `upkeep`, separated by commas',
    shown: 'all of them',
    about: 'What this process does: see [Roles](#roles).',
    read: (raw) => list(raw).map(oneOf(...roles)),
    fallback: (): readonly Role[] => roles,
  }),
};
