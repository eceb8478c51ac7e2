import { describe, expect, test } from 'vitest';
import { type ConfigError, loadConfig } from './config.js';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('configuration', () => {
  test('needs nothing in development, and has the limits of the contract', () => {
    expect(loadConfig({})).toMatchObject({
      nodeEnv: 'development',
      host: 'localhost',
      port: 3000,
      databaseUrl: null,
      sessionDurationMs: 86_400_000,
      limitGlobal: { points: 100, windowMs: 60_000 },
      limitSignup: { points: 5, windowMs: 900_000 },
      limitLogin: { points: 10, windowMs: 300_000 },
      limitSensor: { points: 1, windowMs: 1_000 },
      deviceInactiveAfterMs: 1_800_000,
      deviceOfflineAfterMs: 86_400_000,
      requireHttps: false,
    });
  });

  test('names everything that production lacks, at once', () => {
    expect(problemsOf({ NODE_ENV: 'production', PORT: 'x', TRUST_PROXY: 'true', JWT_SECRET: 'short' })).toEqual([
      'PORT has "x"; expected port number',
      expect.stringMatching(/^DATABASE_URL is required in production/),
      expect.stringMatching(/^JWT_SECRET is too short/),
      expect.stringMatching(/^TRUST_PROXY has "true"; expected addresses or CIDR ranges/),
    ]);
  });

  test('requires HTTPS in production unless told otherwise', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y', JWT_SECRET: 'x'.repeat(32) };
    expect(loadConfig(production)).toMatchObject({ requireHttps: true, host: '0.0.0.0' });
    expect(loadConfig({ ...production, REQUIRE_HTTPS: 'false' }).requireHttps).toBe(false);
  });

  test.each([
    ['24h', 86_400_000],
    ['30m', 1_800_000],
    ['90s', 90_000],
    ['2', 7_200_000],
  ])('SESSION_DURATION=%s', (raw, ms) => expect(loadConfig({ SESSION_DURATION: raw }).sessionDurationMs).toBe(ms));

  test('a limit can be off', () => expect(loadConfig({ RATE_LIMIT_LOGIN: 'off' }).limitLogin).toBeNull());

  test('lists are split, empty entries dropped', () => {
    expect(loadConfig({ TRUST_PROXY: '10.0.0.0/8, ::1 ,', ALLOWED_ORIGINS: 'https://a.example' })).toMatchObject({
      trustProxy: ['10.0.0.0/8', '::1'],
      allowedOrigins: ['https://a.example'],
    });
  });

  test('two keys while one is rotated, no more', () => {
    const key = 'k'.repeat(32);
    expect(loadConfig({ JWT_SECRET: `${key},${key}2` }).jwtSecrets).toEqual([key, `${key}2`]);
    expect(problemsOf({ JWT_SECRET: [key, key, key].join(',') })).toHaveLength(1);
  });

  test.each([
    ['NODE_ENV', 'staging'],
    ['PORT', '70000'],
    ['OPERATIONS_PORT', 'no'],
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
  ])('%s=%s is refused by name', (name, value) => {
    const problems = problemsOf({ [name]: value, ...(name === 'ADMIN_EMAIL' ? { ADMIN_PASSWORD: 'x' } : {}) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  test('an admin needs e-mail and password', () => {
    expect(problemsOf({ ADMIN_EMAIL: 'a@b.c' })).toEqual([
      'ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or none',
    ]);
  });

  test('a bad address with a password in it is not repeated', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@x/y' }).join()).not.toContain('hunter2');
  });
});
