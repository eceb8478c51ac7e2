/** The systemd unit in deploy/systemd and its settings. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import {
  allRoles,
  defaults,
  listUnknown,
  readEnvFile,
  repository,
  sampleSecrets,
  stopMs,
} from '../deployment/settings.js';

const source = join(repository, 'deploy/systemd');
const unitName = 'fallwatch@.service';
const unit = readFileSync(join(source, unitName), 'utf8');
const common = readEnvFile(join(source, 'common.env'));
const instances = readdirSync(source)
  .filter((name) => name.endsWith('.env') && name !== 'common.env')
  .map((name) => name.replace('.env', ''));
const cluster = instances.filter((name) => name !== 'small');

const loadInstance = (name: string) =>
  loadConfig({ ...common, ...sampleSecrets, ...readEnvFile(join(source, `${name}.env`)) });

/** 0 is none, 10 is the worst. In tenths, as systemd-analyze takes it. */
const exposureLimit = 12;
const hasSystemd = existsSync('/usr/bin/systemd-analyze');
if (!hasSystemd) process.stdout.write('NOT RUN: systemd-analyze is absent: the unit is not verified\n');

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Node.js may be elsewhere on this machine. Nothing else is replaced.
const copy = join(folder, unitName);
mkdirSync(`${copy}.d`);
writeFileSync(join(`${copy}.d`, 'cluster.conf'), readFileSync(join(source, 'cluster.conf')));
writeFileSync(copy, unit.replaceAll('/usr/bin/node', process.execPath));

function analyze(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, copy], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

const directive = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe.skipIf(!hasSystemd)('systemd', () => {
  test('accepts the unit without a remark', () => {
    // It exits with 0 for unknown keys and values that it ignores: only the output shows them.
    expect(analyze('verify')).toEqual({ status: 0, output: '' });
  });

  test('rates what a process could do below the limit', () => {
    const { status, output } = analyze('security', '--offline=yes', `--threshold=${exposureLimit}`);
    const [score = output] = /Overall exposure level.*?: [\d.]+/.exec(output) ?? [];
    process.stdout.write(`proof: systemd: ${score}, limit ${exposureLimit / 10}\n`);
    expect({ status, score }).toEqual({ status: 0, score: expect.stringContaining('exposure level') });
  });
});

describe('the unit', () => {
  test('runs the built programs with the arguments of npm start', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(directive('ExecStart')).toEqual([scripts.start.replace('exec node', '/usr/bin/node')]);
    expect(directive('ExecStartPre')).toEqual([`${scripts.cli.replace('node', '/usr/bin/node')} migrate`]);
  });

  test('gives each process the time that it needs to stop', () => {
    const [seconds] = directive('TimeoutStopSec').map(Number);
    for (const name of instances) expect(seconds).toBeGreaterThan(stopMs(loadInstance(name)) / 1000);
  });

  test('gets its secrets from files that systemd reads', () => {
    const files = (text: string) => ({
      read: [...text.matchAll(/^LoadCredential=(\w+):\/etc\/fallwatch\/secrets\/(\w+)$/gm)].map(([, id, name]) => [
        id,
        name,
      ]),
      given: [...text.matchAll(/(\w+)_FILE=%d\/(\w+)/g)].map(([, name, id]) => [name, id]),
    });
    const same = (...names: string[]) => names.map((name) => [name, name]);
    const [small, added] = [same('DATABASE_URL', 'JWT_SECRET'), same('REDIS_URL', 'NATS_URL')];
    expect(files(unit)).toEqual({ read: small, given: small });
    expect(files(readFileSync(join(source, 'cluster.conf'), 'utf8'))).toEqual({ read: added, given: added });
    expect(listUnknown([...small, ...added].map(([name]) => `${name}_FILE`))).toEqual([]);
    expect(Object.keys(common).filter((name) => name in sampleSecrets)).toEqual([]);
  });

  test('allows machine code that is made while the program runs', () => {
    expect(directive('MemoryDenyWriteExecute')).toEqual(['no']);
  });
});

describe('its settings', () => {
  test('are known to the server', () => {
    const names = ['common', ...instances].flatMap((name) => Object.keys(readEnvFile(join(source, `${name}.env`))));
    expect(names.length).toBeGreaterThan(15);
    expect(listUnknown(names)).toEqual([]);
  });

  test('small has all roles and the default ports', () => {
    const { roles, port, operationsPort } = loadInstance('small');
    expect({ roles, port, operationsPort }).toEqual({
      roles: allRoles,
      port: defaults.port,
      operationsPort: defaults.operationsPort,
    });
  });

  test('the processes of the cluster have all roles together, and ports of their own', () => {
    const configs = cluster.map(loadInstance);
    expect(new Set(configs.flatMap(({ roles }) => roles))).toEqual(new Set(allRoles));
    const ports = configs.flatMap(({ roles, port, operationsPort }) =>
      roles.includes('api') ? [port, operationsPort] : [operationsPort],
    );
    expect(new Set(ports).size).toBe(ports.length);
  });

  test('the proxies in deploy/ reach the processes with the role api', () => {
    const ports = cluster.map(loadInstance).flatMap(({ roles, port }) => (roles.includes('api') ? [port] : []));
    expect(ports.length).toBe(2);
    for (const name of ['nginx.conf', 'haproxy.cfg']) {
      const listed = readFileSync(join(repository, 'deploy', name), 'utf8').matchAll(
        /^ *(?:server \S*? ?|presetenv API\d )"?127\.0\.0\.1:(\d+)/gm,
      );
      expect(new Set([...listed].map(([, port]) => Number(port)))).toEqual(new Set(ports));
    }
  });
});
