/** Two certificate authorities, and a certificate for 127.0.0.1 signed by the first one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUser } from './engines.js';

export interface Certificates {
  readonly ca: string;
  readonly otherCa: string;
  readonly certificate: string;
  readonly key: string;
  /** Signed by the first one too, for another address: 127.0.0.9. */
  readonly elsewhere: { readonly certificate: string; readonly key: string };
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export function makeCertificates(folder: string): Certificates {
  const run = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const path = (name: string): string => join(folder, name);
  const authority = (name: string): string => {
    run(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
    return path(`${name}.pem`);
  };
  const sign = (name: string, address: string) => {
    run('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(path('names'), `subjectAltName=IP:${address}\n`);
    run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.pem`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      'names',
    );
    return { certificate: path(`${name}.pem`), key: path(`${name}.key`) };
  };
  const [ca, otherCa] = [authority('ca'), authority('other')];
  return { ca, otherCa, ...sign('server', '127.0.0.1'), elsewhere: sign('elsewhere', '127.0.0.9') };
}

/** PostgreSQL refuses a key that is not its own or that others can read. */
export function copyKeyForPostgres(key: string, target: string): void {
  copyFileSync(key, target);
  chmodSync(target, 0o600);
  const user = postgresUser();
  if (user) chownSync(target, user.uid, user.gid);
}
