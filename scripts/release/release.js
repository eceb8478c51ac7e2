/**
 * `npm run release`: checks that this commit can be released and writes what is published into release/: the packed
 * packages, the API documents, the bill of materials and checksums. `-- --tag` also tags the commit. It publishes nothing.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeProduct } from './product.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packed = ['client', 'detection', 'device', 'simulator'];
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'release') }, tag: { type: 'boolean', default: false } },
});

const run = (program, args, cwd = root) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'inherit'] });
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Why this commit cannot be tagged as this version. */
function listProblems(version) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [, section = ''] = changelog.split(`\n## [${version}] - `);
  const [heading = '', ...lines] = (section.split('\n## ')[0] ?? '').split('\n');
  return [
    ...(/^\d{4}-\d{2}-\d{2}$/.test(heading) && lines.some((line) => line.startsWith('- '))
      ? []
      : [`CHANGELOG.md has no section «## [${version}] - date» with entries`]),
    ...(run('git', ['status', '--porcelain']) === '' ? [] : ['there are changes that are not committed']),
    ...(run('git', ['tag', '--list', `v${version}`]) === '' ? [] : [`the tag v${version} exists already`]),
  ];
}

/** One version for everything: a package that needs another one names exactly this version. */
function checkVersions(version) {
  const wrong = readdirSync(join(root, 'packages')).flatMap((name) => {
    const manifest = readJson(`packages/${name}/package.json`);
    const own = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    const needed = own.filter(([dependency]) => dependency.startsWith('@fallwatch/'));
    return [['version', manifest.version], ...needed]
      .filter(([, found]) => found !== version)
      .map(([what, found]) => `packages/${name}/package.json: ${what} is ${found}, expected ${version}`);
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

function packAll(out) {
  run('npm', ['pack', '--pack-destination', out, ...packed.map((name) => `--workspace=@fallwatch/${name}`)]);
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-release-'));
  try {
    writeProduct(root, folder);
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', out], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeChecksums(out) {
  const lines = readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
  return lines;
}

const { version } = readJson('package.json');
checkVersions(version);
const problems = listProblems(version);
if (values.tag && problems.length > 0) {
  process.stderr.write(`${version} cannot be tagged:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exit(1);
}
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
packAll(values.out);
for (const name of ['openapi.json', 'asyncapi.json'])
  copyFileSync(join(root, 'docs/api', name), join(values.out, name));
writeFileSync(join(values.out, 'sbom.json'), run('node', ['scripts/image/sbom.js']));
process.stdout.write(writeChecksums(values.out).join(''));
if (values.tag) run('git', ['tag', '--annotate', '--message', `Fallwatch ${version}`, `v${version}`]);
else for (const problem of problems) process.stdout.write(`Not tagged; before a tag: ${problem}\n`);
