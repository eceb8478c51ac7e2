/** Files for TLS to PostgreSQL, Redis and NATS. */
import { urlWith, type Variable, variable } from './forms.js';
import { readText } from './secret-files.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Parameters that PostgreSQL's own programs know too. */
const databaseFiles = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Files are read again by the driver: here a wrong path is found with its name, before the first connection. */
export function databaseAddress(raw: string): string | null {
  const address = urlWith('postgres:', 'postgresql:')(raw) as string;
  const { searchParams } = new URL(address);
  for (const name of databaseFiles) {
    const path = searchParams.get(name);
    if (path !== null) readNamed(path, `names ${path} as its ${name}, which`);
  }
  return address;
}

/** The certificates of the CA, as text. */
export function caFile(name: string, addressName: string): Variable<string | null> {
  return variable({
    name,
    form: 'file with certificates in PEM format',
    shown: 'the CAs that Node.js trusts',
    about: `The CA that has signed the server's certificate, if \`${addressName}\` uses TLS.`,
    read: (path): string | null => {
      const text = readNamed(path, `names ${path}, which`);
      if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`names ${path}, which has no certificate`);
      return text;
    },
    fallback: (): string | null => null,
  });
}

function readNamed(path: string, name: string): string {
  try {
    return readText(path);
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`);
  }
}

/** A CA without TLS would be a false sense of security. */
export function tlsProblems(env: Environment): string[] {
  const pairs = [
    ['REDIS_CA_FILE', 'REDIS_URL', 'rediss://'],
    ['NATS_CA_FILE', 'NATS_URL', 'tls://'],
  ] as const;
  return pairs.flatMap(([ca, address, beginning]) =>
    env[ca] && !env[address]?.trim().startsWith(beginning)
      ? [`${ca} is set, so ${address} must begin with ${beginning}`]
      : [],
  );
}
