/** Runs the feature tests on each supported version of Node.js; arguments go to vitest, such as the path of a file. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest that `engines` allows, and the releases with long-term support after it. */
const versions = ['20.19', '22', '24'];
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-node-'));

/** The npm package `node` holds the program. Returns its path. */
function fetchNode(version) {
  const prefix = join(folder, version);
  const install = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `node@${version}`];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(prefix, 'node_modules/node/bin/node');
}

function runTests(node, version) {
  const report = join(folder, `${version}.json`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = [
    'run',
    '--project',
    'features',
    '--project',
    'pure',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(node, [vitest, ...options, ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
  const counts = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
  return { counts, isPassed: status === 0 };
}

function tryVersion(version) {
  let node;
  let exact;
  try {
    node = fetchNode(version);
    exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  } catch (error) {
    return { line: `Node.js ${version}: could not be fetched (${error.message.split('\n')[0]})`, isPassed: false };
  }
  try {
    const { counts, isPassed } = runTests(node, version);
    return { line: `Node.js ${exact}: ${counts}`, isPassed };
  } catch (error) {
    return { line: `Node.js ${exact}: the tests did not run (${error.message})`, isPassed: false };
  }
}

const results = versions.map(tryVersion);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${results.map(({ line }) => line).join('\n')}\n`);
if (!results.every(({ isPassed }) => isPassed)) process.exitCode = 1;
