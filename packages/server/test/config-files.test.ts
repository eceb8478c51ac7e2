import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listMisspelt, loadConfig } from '../src/config.js';
import { listProblems } from './config-problems.js';

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const key = 'k'.repeat(32);

  test('are used like given ones, without the end of the line', () => {
    const env = { JWT_SECRET_FILE: file('jwt', `${key}\n`), DATABASE_URL_FILE: file('db', 'postgres://u:p@h/n\r\n') };
    expect(loadConfig(env)).toMatchObject({ jwtSecrets: [key], databaseUrl: 'postgres://u:p@h/n' });
    expect(listProblems({ ...env, NODE_ENV: 'production' })).toEqual([]);
    expect(listMisspelt(env)).toEqual([]);
  });

  test('keep the lines of a private key', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----';
    const env = { MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY_FILE: file('dkim', `${pem}\n`) };
    expect(loadConfig(env).mailDkimKey).toBe(pem);
  });

  test('count as set: an admin needs both, a sign-in provider all', () => {
    expect(listProblems({ ADMIN_EMAIL: 'a@b.c', ADMIN_PASSWORD_FILE: file('admin', 'x') })).toEqual([]);
    expect(listProblems({ OIDC_CLIENT_SECRET_FILE: file('oidc', 'x') })).toHaveLength(1);
  });

  test('are refused beside the setting itself, if they cannot be read and if they are empty', () => {
    const [absent, empty] = [join(folder, 'absent'), file('empty', ' \n')];
    expect(
      listProblems({
        NODE_ENV: 'production',
        JWT_SECRET: key,
        JWT_SECRET_FILE: file('second', key),
        DATABASE_URL_FILE: absent,
        REDIS_URL_FILE: empty,
        NATS_URL_FILE: folder,
      }),
    ).toEqual([
      `DATABASE_URL_FILE: ${absent} cannot be read (ENOENT); expected a file that contains only DATABASE_URL`,
      `REDIS_URL_FILE: ${empty} is empty; expected a file that contains only REDIS_URL`,
      `NATS_URL_FILE: ${folder} cannot be read (EISDIR); expected a file that contains only NATS_URL`,
      'JWT_SECRET and JWT_SECRET_FILE are both set: remove one of them',
    ]);
  });

  test('an empty setting is not set: the file counts', () => {
    expect(loadConfig({ JWT_SECRET: '', JWT_SECRET_FILE: file('third', key) }).jwtSecrets).toEqual([key]);
    expect(loadConfig({ JWT_SECRET: key, JWT_SECRET_FILE: '' }).jwtSecrets).toEqual([key]);
  });

  test('no error repeats what a file contains', () => {
    const writeSecret = (name: string): string => file(name, 'hunter2 hunter2');
    const names = [
      'DATABASE_URL',
      'REDIS_URL',
      'NATS_URL',
      'SMTP_URL',
      'SMS_URL',
      'SIP_URL',
      'HOME_ASSISTANT_MQTT_URL',
    ];
    const secrets = [...names, 'JWT_SECRET', 'MAIL_DKIM_KEY', 'OIDC_CLIENT_SECRET', 'ADMIN_PASSWORD'];
    const problems = listProblems(Object.fromEntries(secrets.map((name) => [`${name}_FILE`, writeSecret(name)])));
    expect(problems.length).toBeGreaterThan(secrets.length);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('only secrets have files: the name of another setting is reported', () => {
    expect(listMisspelt({ PUBLIC_URL_FILE: 'x' })).toEqual([{ name: 'PUBLIC_URL_FILE', nearest: 'PUBLIC_URL' }]);
  });
});

test('a CA needs an address with TLS, and a file with a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-ca-'));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, '-----BEGIN CERTIFICATE-----\n…');
  expect(loadConfig({ NATS_URL: 'tls://a:4222', NATS_CA_FILE: ca }).natsCa).toContain('BEGIN CERTIFICATE');
  expect(listProblems({ REDIS_URL: 'redis://a', REDIS_CA_FILE: ca })).toEqual([
    'REDIS_CA_FILE is set, so REDIS_URL must begin with rediss://',
  ]);
  writeFileSync(ca, 'no certificate');
  expect(listProblems({ REDIS_URL: 'rediss://a', REDIS_CA_FILE: ca })).toEqual([
    `REDIS_CA_FILE names ${ca}, which has no certificate; expected file with certificates in PEM format`,
  ]);
  rmSync(folder, { recursive: true });
});
