/**
 * Environment → one frozen Config. The only reader of process.env. Every setting is declared once, in one of the files
 * of config/, which provides the parsing, the error messages and the table in docs/operations.md.
 */
import { accessSettings } from './config/access.js';
import { alertSettings } from './config/alerts.js';
import { archiveProblems, archiveSettings } from './config/archive.js';
import { cellProblems, cellSettings } from './config/cells.js';
import { channelSettings } from './config/channels.js';
import type { Variable } from './config/forms.js';
import { integrationSettings } from './config/integrations.js';
import { findNearestName } from './config/names.js';
import { oidcProblems } from './config/oidc.js';
import { processSettings } from './config/process.js';
import { quotaSettings } from './config/quotas.js';
import { toFileName, withSecretFiles } from './config/secret-files.js';
import { storageSettings } from './config/storage.js';
import { tlsProblems } from './config/tls-files.js';

export type { ArchivePlace } from './config/archive.js';
export type { RateLimit, SipServer } from './config/forms.js';
export type { Role } from './config/process.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** In the order of the table. */
const variables = {
  ...processSettings,
  ...storageSettings,
  ...archiveSettings,
  ...cellSettings,
  ...accessSettings,
  ...quotaSettings,
  ...alertSettings,
  ...channelSettings,
  ...integrationSettings,
};

export type Config = {
  readonly [Key in keyof typeof variables]: (typeof variables)[Key] extends Variable<infer T> ? T : never;
};

/** Contains all problems at once, so that they are not found one restart at a time. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}`);
    this.problems = problems;
  }
}

const secretNames = Object.values<Variable<unknown>>(variables)
  .filter(({ isSecret }) => isSecret)
  .map(({ name }) => name);

export function loadConfig(given: Environment = process.env): Config {
  const problems: string[] = [];
  const env = withSecretFiles(given, secretNames, problems);
  const isProduction = env.NODE_ENV === 'production';
  const values: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries<Variable<unknown>>(variables)) {
    const raw = env[definition.name]?.trim();
    if (raw === undefined || raw === '') {
      // A file that cannot be read is reported above.
      if (isProduction && definition.requiredInProduction && !env[toFileName(definition.name)])
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
  if (!env.PUBLIC_URL) values.publicUrl = `http://localhost:${values.port}`;
  problems.push(...tlsProblems(env));
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD))
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or none');
  if (Number(values.deviceOfflineAfterMs) < Number(values.deviceInactiveAfterMs))
    problems.push('DEVICE_OFFLINE_AFTER must not be shorter than DEVICE_INACTIVE_AFTER');
  if (values.smtpUrl && !values.mailFrom) problems.push('MAIL_FROM is required with SMTP_URL: the sender of mail');
  if (isProduction && (values.smtpUrl || values.smsUrl) && !env.PUBLIC_URL)
    problems.push('PUBLIC_URL is required with SMTP_URL and SMS_URL: links in messages begin with it');
  problems.push(...oidcProblems(env), ...archiveProblems(values), ...cellProblems(values, env));
  if (Boolean(env.MAIL_DKIM_SELECTOR) !== Boolean(env.MAIL_DKIM_KEY))
    problems.push('MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY go together: set both or none');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as unknown as Config;
}

/** Names that resemble a setting but are none: the intended setting has no effect. */
export function listMisspelt(env: Environment = process.env): { name: string; nearest: string }[] {
  const known = [
    ...Object.values<Variable<unknown>>(variables).map(({ name }) => name),
    ...secretNames.map(toFileName),
  ];
  const others = Object.keys(env).filter((name) => !known.includes(name));
  return others.flatMap((name) => {
    const nearest = findNearestName(name, known);
    return nearest ? [{ name, nearest }] : [];
  });
}

/** The table in docs/operations.md. */
export function configTable(): string {
  const rows = Object.values<Variable<unknown>>(variables).map(
    (v) =>
      `| \`${v.name}\`${v.isSecret ? ` or \`${toFileName(v.name)}\`` : ''} | ${v.form} | ${v.requiredInProduction ? `${v.shown}; **required in production**` : v.shown} | ${v.about} |`,
  );
  return ['| variable | form | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}
