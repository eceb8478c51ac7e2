/** The files of deploy/high-availability for one of three hosts of a test. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { postgresFolder } from './engines.js';

export interface HostPlace {
  readonly name: string;
  readonly address: string;
  /** The addresses of all hosts, in order. */
  readonly addresses: readonly string[];
  /** Stands for /var/lib: the host's disk. */
  readonly folder: string;
  /** Stands for /run/postgresql. */
  readonly runFolder: string;
}

export const password = 'x1x1x1';
const deployed = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];

/** A file in deploy/, with the addresses, folders and passwords of a test and nothing else changed. */
export function readHostFile(name: string, place: HostPlace): string {
  const path = fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url));
  return (
    forHost(readFileSync(path, 'utf8'), place)
      .replaceAll('127.0.0.1', place.address)
      // Longer than one address: the network in pg_hba.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replace(/10\.0\.0\.([123])/g, (_, number: string) => place.addresses[Number(number) - 1] ?? '')
      .replaceAll('/var/lib/', `${place.folder}/`)
      .replaceAll('/run/postgresql', place.runFolder)
      .replaceAll('/usr/lib/postgresql/15/bin', postgresFolder())
      .replaceAll('REPLACE', password)
  );
}

/**
 * The files are those of the host `one`. As the `sed` in docs/high-availability.md: its address and its name are replaced
 * in lines that are not about all three hosts.
 */
function forHost(text: string, { name, address, addresses }: HostPlace): string {
  const own = deployed[addresses.indexOf(address)] ?? '';
  const isShared = (line: string) => line.includes('10.0.0.3') || line.trimStart().startsWith('server ');
  const replace = (line: string) =>
    line.replaceAll('10.0.0.1', own).replace(/^(ETCD_NAME=|name: |server_name: )one$/, `$1${name}`);
  return text
    .split('\n')
    .map((line) => (isShared(line) ? line : replace(line)))
    .join('\n');
}

/** The settings in a file of `NAME=value` lines. */
export function readEnvironment(text: string): Record<string, string> {
  const settings = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
