/** Secrets from files: `JWT_SECRET_FILE=/run/secrets/jwt` instead of `JWT_SECRET`. Docker, Kubernetes and systemd mount them. */
import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

export const toFileName = (name: string): string => `${name}_FILE`;

/**
 * The environment with the content of these files, as if it had been given directly. Problems name the file and never
 * what it contains. The white space around a secret is removed with that of every other setting.
 */
export function withSecretFiles(env: Environment, secretNames: readonly string[], problems: string[]): Environment {
  const filled = { ...env };
  for (const name of secretNames) {
    const fileName = toFileName(name);
    const path = env[fileName];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${name} and ${fileName} are both set: remove one of them`);
      continue;
    }
    try {
      filled[name] = readSecret(path);
    } catch (error) {
      problems.push(`${fileName}: ${path} ${(error as Error).message}; expected a file that contains only ${name}`);
      // A missing value would be reported as well, and the cause is this file.
      filled[name] = undefined;
    }
  }
  return filled;
}

function readSecret(path: string): string {
  const content = readText(path);
  if (content.trim() === '') throw new Error('is empty');
  return content;
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
