/** A base image without a registry: Debian 12 by debootstrap, Node.js 24 from the npm package `node`, npm beside it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const name = 'localhost/fallwatch-base:bookworm-node24';
const packages = ['node@24', 'npm@11'];
/** Where Debian's ca-certificates puts them. A machine behind a proxy that ends TLS has its own in there. */
const certificates = '/etc/ssl/certs/ca-certificates.crt';

const run = (program, args) => execFileSync(program, args, { stdio: ['ignore', 2, 2] });

/** Made once and kept; remove it with `buildah rmi` to make it anew. Returns its name. */
export function ensureBase() {
  if (spawnSync('buildah', ['inspect', '--type', 'image', name], { stdio: 'ignore' }).status === 0) return name;
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-base-'));
  try {
    makeRoot(join(folder, 'root'), join(folder, 'npm'));
    const container = execFileSync('buildah', ['from', 'scratch'], { encoding: 'utf8' }).trim();
    run('buildah', ['add', '--quiet', container, join(folder, 'root'), '/']);
    run('buildah', ['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
    return name;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeRoot(root, prefix) {
  run('debootstrap', ['--variant=minbase', 'bookworm', root]);
  rmSync(join(root, 'var/cache/apt/archives'), { recursive: true });
  rmSync(join(root, 'var/lib/apt/lists'), { recursive: true });
  run('npm', ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', ...packages]);
  const local = join(root, 'usr/local');
  copyFileSync(join(prefix, 'lib/node_modules/node/bin/node'), join(local, 'bin/node'));
  chmodSync(join(local, 'bin/node'), 0o755);
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  run('cp', ['-a', join(prefix, 'lib/node_modules/npm'), join(local, 'lib/node_modules/npm')]);
  run('cp', ['-a', join(prefix, 'bin/npm'), join(prefix, 'bin/npx'), join(local, 'bin')]);
  if (existsSync(certificates)) trustCertificates(root);
}

/** For `npm ci` in the build. Programs of the finished image do not read this file. */
function trustCertificates(root) {
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
  copyFileSync(certificates, join(root, certificates));
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true });
  writeFileSync(join(root, 'usr/local/etc/npmrc'), `cafile=${certificates}\n`);
}
