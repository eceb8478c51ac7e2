/**
 * The product as one npm package: server, console and demo, with our packages inside and those of others to be
 * installed from npm. In the folders of the repository, because the programs find each other by their place.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is run, in its folder. */
const programs = ['server', 'console', 'simulator'];
/** What the programs import by name. */
const libraries = ['client', 'detection', 'device'];
const parts = ['dist', 'migrations', 'package.json'];
const isLeftOut = /\.tsbuildinfo$|\.map$|\.d\.ts$/;

/** Fills an empty folder with the package, ready for `npm pack`. */
export function writeProduct(root, folder) {
  const readManifest = (path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const { version, license, engines, description } = readManifest('.');
  for (const name of programs) copyParts(join(root, 'packages', name), join(folder, 'packages', name));
  for (const name of libraries) copyParts(join(root, 'packages', name), join(folder, 'node_modules/@fallwatch', name));
  for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(root, path), join(folder, path));
  mkdirSync(join(folder, 'bin'));
  cpSync(join(root, 'scripts/release/fallwatch.js'), join(folder, 'bin/fallwatch.js'));
  const manifests = [...programs, ...libraries].map((name) => readManifest(`packages/${name}`));
  const manifest = {
    name: 'fallwatch',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { fallwatch: 'bin/fallwatch.js' },
    dependencies: {
      ...mergeDependencies(manifests),
      ...Object.fromEntries(libraries.map((name) => [`@fallwatch/${name}`, version])),
    },
    bundleDependencies: libraries.map((name) => `@fallwatch/${name}`),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function copyParts(from, to) {
  for (const part of parts.filter((part) => existsSync(join(from, part))))
    cpSync(join(from, part), join(to, part), { recursive: true, filter: (path) => !isLeftOut.test(path) });
}

/** Of others, with the exact versions that the repository pins. */
function mergeDependencies(manifests) {
  const merged = {};
  for (const { name, dependencies = {} } of manifests)
    for (const [dependency, version] of Object.entries(dependencies)) {
      if (dependency.startsWith('@fallwatch/')) continue;
      if (merged[dependency] && merged[dependency] !== version)
        throw new Error(`${name} needs ${dependency} ${version}, another package ${merged[dependency]}`);
      merged[dependency] = version;
    }
  return merged;
}
