/** What the files in deploy/ set, compared with what the server reads. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, configTable, loadConfig, type Role } from '../../src/config.js';
import { drainMs, stopTimeoutMs } from '../../src/stop-times.js';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export type Settings = Readonly<Record<string, string>>;

/** TZ is read by Node.js. */
const known = new Set([
  'TZ',
  ...[...configTable().matchAll(/^\| (`[A-Z_` or]+`)/gm)].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? []),
]);

export const listUnknown = (names: readonly string[]): string[] => names.filter((name) => !known.has(name));

export const defaults: Config = loadConfig({});

/** The order of the list in config/process.ts. */
export const allRoles: readonly Role[] = defaults.roles;

/** A line that is no comment and no setting is an error: systemd ignores it. */
export function readEnvFile(path: string): Settings {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`${path}: not a setting: ${line}`);
      return [name, value];
    }),
  );
}

/** For secrets that an operator fills in. */
export const sampleSecrets: Settings = {
  DATABASE_URL: 'postgres://fallwatch:secret@db.example.org:5432/fallwatch',
  JWT_SECRET: '0123456789abcdef0123456789abcdef',
  REDIS_URL: 'redis://:secret@redis.example.org:6379',
  NATS_URL: 'nats://fallwatch:secret@nats.example.org:4222',
};

/** As the server does: `JWT_SECRET_FILE` is the same as `JWT_SECRET`. The files of secrets have the names of settings. */
export const withSampleFiles = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) =>
      name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), sampleSecrets[basename(value)] ?? ''] : [name, value],
    ),
  );

/** From the signal until the process ends by itself, at most. */
export const stopMs = ({ stopDelayMs }: Config): number => stopDelayMs + drainMs + stopTimeoutMs;
