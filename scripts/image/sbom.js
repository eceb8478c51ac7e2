/**
 * `npm run sbom`: the bill of materials, CycloneDX 1.5 as JSON: the npm packages of the server and those bundled into the
 * console, which must be built. With `--system` also Node.js and the packages of Debian, for an image.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'));
const run = (program, args) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });

/**
 * From the lock file: of an installation without development packages npm reports errors, and with --omit=dev it leaves
 * out what both need, such as fastify. Left out here: what is not for this platform, and our packages for development.
 */
function readServerPackages() {
  const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const bom = JSON.parse(run('npm', ['sbom', '--workspace', '@fallwatch/server', ...options]));
  const { name: server, dependencies } = readJson('packages/server/package.json');
  const isThere = ({ 'bom-ref': ref, scope }) => {
    const name = ref.slice(0, ref.lastIndexOf('@'));
    if (name.startsWith('@fallwatch/')) return name === server || name in dependencies;
    return scope !== 'optional' || existsSync(`${root}node_modules/${name}`);
  };
  const components = bom.components.filter(isThere);
  const refs = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencyGraph = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...bom, components, dependencies: dependencyGraph };
}

/** The build of the console writes this list. Our own packages in it have no place on npm. */
function listConsolePackages() {
  return readJson('packages/console/dist/licenses.json')
    .filter(({ name }) => !name.startsWith('@fallwatch/'))
    .map(({ name, version, identifier }) => ({
      ...toComponent('library', name, version, `pkg:npm/${name.replace('@', '%40')}@${version}`),
      ...(identifier ? { licenses: [{ license: { id: identifier } }] } : {}),
      properties: [{ name: 'fallwatch:bundledIn', value: 'packages/console/dist' }],
    }));
}

function listSystem() {
  const { node } = process.versions;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: fields of dpkg-query
  const lines = run('dpkg-query', ['--show', '--showformat=${Package} ${Version} ${Architecture}\n'])
    .trim()
    .split('\n');
  const packages = lines.map((line) => {
    const [name, version, architecture] = line.split(' ');
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return toComponent('library', name, version, purl);
  });
  return [toComponent('platform', 'node', node, `pkg:generic/node@${node}`), ...packages];
}

function toComponent(type, name, version, purl) {
  return { 'bom-ref': purl, type, name, version, purl };
}

const bom = readServerPackages();
const { name, version } = readJson('package.json');
const known = new Set(bom.components.map(({ purl }) => purl));
const system = process.argv.includes('--system') ? listSystem() : [];
const added = [...listConsolePackages(), ...system].filter(({ purl }) => !known.has(purl));
// npm calls the product by the name of its folder.
Object.assign(bom.metadata.component, { name, version });
bom.components.push(...added);
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
