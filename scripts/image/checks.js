/** What an image must show. Each check returns a line for the report, and throws if the image does not show it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './container.js';

const mostMegabytes = 200;

export function checkSize(image, base) {
  const [own, below] = [image, base].map(({ root }) => measureBytes(root) / 1e6);
  const added = own - below;
  assert(added <= mostMegabytes, `${added} MB above the base`);
  return `${added.toFixed(1)} MB above its base of ${below.toFixed(1)} MB (at most ${mostMegabytes})`;
}

function measureBytes(root) {
  return Number.parseInt(execFileSync('du', ['--summarize', '--bytes', root], { encoding: 'utf8' }), 10);
}

/** Of process 1: the user of the image, no group besides, no capability, no way to get one. */
export function checkUser(image, pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(status)?.[1].split(/\s+/).join(' ');
  const [user, group] = image.config.User.split(':').map(Number);
  assert(user > 0 && group > 0, `the image's user is ${image.config.User}`);
  assert.equal(read('Uid'), Array(4).fill(user).join(' '));
  assert.equal(read('Gid'), Array(4).fill(group).join(' '));
  assert.equal(read('Groups'), '');
  assert.equal(read('CapEff'), '0000000000000000');
  assert.equal(read('NSpid')?.split(' ').at(-1), '1');
  return `process 1 has user ${user}, group ${group}, no other group, no capability`;
}

/** Lists what the user may write to, as access(2) answers, except devices and files about processes. */
const listWritable = `
const { accessSync, constants, lstatSync, readdirSync } = require('node:fs');
const found = [];
const look = (path) => {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink() || stats.isCharacterDevice()) return;
  try { accessSync(path, constants.W_OK); found.push(path); } catch {}
  if (!stats.isDirectory() || path === '/proc' || path === '/sys') return;
  try { for (const name of readdirSync(path)) look(path === '/' ? '/' + name : path + '/' + name); } catch (error) {
    if (error.code !== 'EACCES') throw error;
  }
};
look('/');
process.stdout.write(JSON.stringify(found));
`;

export async function checkWritable(image) {
  const list = async (options) => JSON.parse(await run(image, ['node', '-e', listWritable], options));
  const places = await list({ isReadOnly: false });
  // Else the list finds nothing anywhere.
  assert(places.includes('/tmp'), 'the user cannot write to /tmp of a root that is not read-only');
  assert.deepEqual(
    places.filter((path) => path.startsWith('/app')),
    [],
  );
  assert.deepEqual(await list({ isReadOnly: true }), []);
  return `nothing with a read-only root; otherwise ${places.length} of the base (${places.join(', ')}), none in /app`;
}

export function checkSbom(image) {
  const { components } = JSON.parse(readFileSync(join(image.root, 'app/sbom.json'), 'utf8'));
  const purls = components.map(({ purl }) => decodeURIComponent(purl.replace(/\?.*/, '')));
  const listed = new Set(purls.filter((purl) => !purl.startsWith('pkg:npm/@fallwatch/')));
  const bundled = JSON.parse(readFileSync(join(image.root, 'app/packages/console/dist/licenses.json'), 'utf8'));
  const fromNpm = [...listModules(join(image.root, 'app/node_modules')), ...bundled]
    .filter(({ name }) => !name.startsWith('@fallwatch/'))
    .map(({ name, version }) => `pkg:npm/${name}@${version}`);
  const node = execFileSync('chroot', [image.root, 'node', '--version'], { encoding: 'utf8' }).trim().slice(1);
  const debian = execFileSync(
    'chroot',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: fields of dpkg-query
    [image.root, 'dpkg-query', '--show', '--showformat=pkg:deb/debian/${Package}@${Version}\n'],
    { encoding: 'utf8' },
  );
  const installed = new Set([...fromNpm, `pkg:generic/node@${node}`, ...debian.trim().split('\n')]);
  assert(fromNpm.length > 100 && installed.size > fromNpm.length + 50, 'too little is installed');
  assert.deepEqual([...listed].sort(), [...installed].sort());
  const npm = [...installed].filter((purl) => purl.startsWith('pkg:npm/')).length;
  return `${components.length} entries: ${npm} packages of npm, Node.js, ${installed.size - npm - 1} of Debian; the same as installed`;
}

/** All packages in the folder, nested ones too. Links, which lead to our own packages, must lead somewhere. */
function listModules(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isSymbolicLink()) {
      assert(existsSync(join(path, 'package.json')), `${path} leads nowhere`);
      return [];
    }
    if (entry.name.startsWith('@')) return listModules(path);
    const nested = join(path, 'node_modules');
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return [{ name, version }, ...(existsSync(nested) ? listModules(nested) : [])];
  });
}
