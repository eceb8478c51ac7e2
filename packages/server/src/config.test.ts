import { describe, expect, test } from 'vitest';
import { listProblems } from '../test/config-problems.js';
import { listMisspelt, loadConfig } from './config.js';

describe('development and production', () => {
  test('requires nothing in development, and has the documented default limits', () => {
    expect(loadConfig({})).toMatchObject({
      nodeEnv: 'development',
      host: 'localhost',
      port: 3000,
      databaseUrl: null,
      sessionDurationMs: 86_400_000,
      limitGlobal: { points: 100, windowMs: 60_000 },
      limitSignup: { points: 5, windowMs: 900_000 },
      limitLogin: { points: 10, windowMs: 300_000 },
      limitRecovery: { points: 10, windowMs: 900_000 },
      limitSensor: { points: 1, windowMs: 1_000 },
      deviceInactiveAfterMs: 1_800_000,
      deviceOfflineAfterMs: 86_400_000,
      requireHttps: false,
    });
  });

  test('reports all settings that production lacks, at once', () => {
    expect(listProblems({ NODE_ENV: 'production', PORT: 'x', TRUST_PROXY: 'true', JWT_SECRET: 'short' })).toEqual([
      'PORT has "x"; expected port number',
      expect.stringMatching(/^DATABASE_URL is required in production/),
      expect.stringMatching(/^JWT_SECRET is too short/),
      expect.stringMatching(/^TRUST_PROXY has "true"; expected addresses or CIDR ranges/),
    ]);
  });

  test('requires HTTPS in production unless configured otherwise', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y', JWT_SECRET: 'x'.repeat(32) };
    expect(loadConfig(production)).toMatchObject({ requireHttps: true, host: '0.0.0.0' });
    expect(loadConfig({ ...production, REQUIRE_HTTPS: 'false' }).requireHttps).toBe(false);
  });
});

describe('values', () => {
  test.each([
    ['24h', 86_400_000],
    ['30m', 1_800_000],
    ['90s', 90_000],
    ['2', 7_200_000],
  ])('SESSION_DURATION=%s', (raw, ms) => expect(loadConfig({ SESSION_DURATION: raw }).sessionDurationMs).toBe(ms));

  test.each([
    ['08:00-21:00', { fromMinute: 480, toMinute: 1_260 }],
    ['00:00-24:00', { fromMinute: 0, toMinute: 1_440 }],
    ['10:30-01:00', { fromMinute: 630, toMinute: 60 }],
  ])('WAKING_HOURS=%s', (raw, hours) => expect(loadConfig({ WAKING_HOURS: raw }).wakingHours).toEqual(hours));

  test.each(['8-21', '08:00', '08:60-21:00', '24:00-08:00', '08:00-24:01', '08:00-08:00'])(
    'WAKING_HOURS=%s is refused',
    (raw) => expect(listProblems({ WAKING_HOURS: raw })).toEqual([expect.stringMatching(`^WAKING_HOURS has "${raw}"`)]),
  );

  test('SHIFT_STARTS are minutes of the day', () =>
    expect(loadConfig({ SHIFT_STARTS: '06:30,14:00,21:15' }).shiftStarts).toEqual([390, 840, 1_275]));

  test.each(['06:00,14:00', '6:00,14:00,22:00', '06:00,22:00,14:00', '06:00,14:00,24:00', '06:00,14:00,22:00,23:00'])(
    'SHIFT_STARTS=%s is refused',
    (raw) => expect(listProblems({ SHIFT_STARTS: raw })).toEqual([expect.stringMatching(`^SHIFT_STARTS has "${raw}"`)]),
  );

  test('a limit can be off', () => expect(loadConfig({ RATE_LIMIT_LOGIN: 'off' }).limitLogin).toBeNull());

  test('lists are split, and empty entries dropped', () => {
    expect(loadConfig({ TRUST_PROXY: '10.0.0.0/8, ::1 ,', ALLOWED_ORIGINS: 'https://a.example' })).toMatchObject({
      trustProxy: ['10.0.0.0/8', '::1'],
      allowedOrigins: ['https://a.example'],
    });
  });

  test('accepts two keys during a rotation, not more', () => {
    const key = 'k'.repeat(32);
    expect(loadConfig({ JWT_SECRET: `${key},${key}2` }).jwtSecrets).toEqual([key, `${key}2`]);
    expect(listProblems({ JWT_SECRET: [key, key, key].join(',') })).toHaveLength(1);
  });
});

describe('invalid settings', () => {
  test.each([
    ['NODE_ENV', 'staging'],
    ['PORT', '70000'],
    ['OPERATIONS_PORT', 'no'],
    ['MQTT_PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'localhost'],
    ['NAMESPACE', 'a.b'],
    ['SESSION_DURATION', '0h'],
    ['SESSION_DURATION', 'soon'],
    ['RATE_LIMIT_GLOBAL', '0/1m'],
    ['RATE_LIMIT_GLOBAL', '100'],
    ['RATE_LIMIT_SENSOR', '1/x'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://a.example/path'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/9'],
    ['REQUIRE_HTTPS', 'yes'],
    ['ADMIN_EMAIL', 'nobody'],
    ['DEVICE_OFFLINE_AFTER', '1m'],
    ['NATS_URL', 'nats://a:4222,http://b'],
    ['NATS_URL', 'nats://a:x@a:4222,nats://a:y@b:4222'],
    ['NATS_URL', ','],
    ['JOURNAL_REPLICAS', '2'],
  ])('an invalid value is reported with the name: %s=%s', (name, value) => {
    const problems = listProblems({ [name]: value, ...(name === 'ADMIN_EMAIL' ? { ADMIN_PASSWORD: 'x' } : {}) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  test('an admin requires both e-mail and password', () => {
    expect(listProblems({ ADMIN_EMAIL: 'a@b.c' })).toEqual([
      'ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or none',
    ]);
  });

  test('the error message does not repeat an invalid URL that contains a password', () => {
    expect(listProblems({ DATABASE_URL: 'mysql://root:hunter2@x/y' }).join()).not.toContain('hunter2');
  });
});

test('NATS may have several servers, and the journal several replicas', () => {
  const urls = 'nats://u:p@a:4222, nats://u:p@b:4222';
  expect(loadConfig({ NATS_URL: urls, JOURNAL_REPLICAS: '3' })).toMatchObject({ natsUrl: urls, journalReplicas: 3 });
  expect(loadConfig({}).journalReplicas).toBeNull();
});

describe('misspelt setting names', () => {
  test.each([
    ['LIMIT_SIGNUP', 'RATE_LIMIT_SIGNUP'],
    ['RATE_LIMIT_SIGN_UP', 'RATE_LIMIT_SIGNUP'],
    ['SIGNUP_RATE_LIMIT', 'RATE_LIMIT_SIGNUP'],
    ['FALLWATCH_DATABASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['NATS_URLS', 'NATS_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['OPERATION_PORT', 'OPERATIONS_PORT'],
    ['ROLE', 'ROLES'],
    ['NODE_EVN', 'NODE_ENV'],
    ['LOG_RETENTION', 'SYSTEM_LOG_RETENTION'],
    ['DEVICE_SILENT_AFTER', 'DEVICE_INACTIVE_AFTER'],
  ])('%s suggests %s', (name, nearest) => expect(listMisspelt({ [name]: 'x' })).toEqual([{ name, nearest }]));

  /** Variables that are set by default: a Debian shell, npm, systemd, Docker, Kubernetes, CI. */
  const usual = `
    PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE LC_ALL PWD OLDPWD SHLVL MAIL EDITOR PAGER DISPLAY TZ TMPDIR _ PS1
    LS_COLORS HOSTNAME HOSTTYPE OSTYPE MACHTYPE COLUMNS LINES HISTFILE SUDO_USER SUDO_COMMAND SSH_CLIENT SSH_CONNECTION
    SSH_TTY SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR XDG_SESSION_ID XDG_DATA_DIRS XDG_DATA_HOME DEBIAN_FRONTEND
    DEBUGINFOD_URLS http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY
    npm_config_cache npm_package_name npm_lifecycle_event npm_command npm_node_execpath INIT_CWD NODE NODE_OPTIONS NODE_PATH
    NODE_VERSION NODE_EXTRA_CA_CERTS YARN_VERSION NVM_DIR NVM_BIN UV_THREADPOOL_SIZE LD_PRELOAD LD_LIBRARY_PATH
    INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES WATCHDOG_USEC WATCHDOG_PID
    MAINPID MANAGERPID STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY
    CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE EXIT_CODE EXIT_STATUS SERVICE_RESULT
    container DOCKER_HOST COMPOSE_PROJECT_NAME POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT PGUSER PGPASSWORD
    PGDATABASE PGDATA REDIS_PASSWORD NATS_PASSWORD GPG_KEY
    KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT KUBERNETES_PORT_443_TCP
    KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_PROTO POD_NAME POD_NAMESPACE POD_IP NODE_NAME
    REDIS_PORT REDIS_SERVICE_HOST REDIS_PORT_6379_TCP NATS_PORT NATS_SERVICE_HOST NATS_SERVICE_PORT_CLIENT NATS_PORT_4222_TCP_ADDR
    FALLWATCH_PORT FALLWATCH_SERVICE_HOST FALLWATCH_PORT_3000_TCP FALLWATCH_OPERATIONS_PORT FALLWATCH_OPERATIONS_SERVICE_HOST
    POSTGRES_PORT POSTGRES_SERVICE_PORT CI CI_JOB_ID CI_COMMIT_SHA GITHUB_ACTIONS GITHUB_TOKEN RUNNER_TEMP GITLAB_CI BUILD_ID
    TEST_LOG_LEVEL TEST_POSTGRES_URL FALL_DATA_DIR CHROMIUM FAULTS_SIZE AWS_REGION AWS_ROLE_ARN DYNO PORT HOST`;

  test('common environment variables are not reported', () => {
    expect(
      listMisspelt(
        Object.fromEntries(
          usual
            .trim()
            .split(/\s+/)
            .map((name) => [name, 'x']),
        ),
      ),
    ).toEqual([]);
  });
});
