import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildOperationsApp } from '../src/operations.js';
import { metricEntries, metricPrefix } from '../src/platform/metric-table.js';
import { testServer } from './harness.js';
import { dashboardFiles, deployFolder, listGroups, listSelectors, panels, ruleFiles, rules } from './monitoring.js';
import { profile } from './servers.js';

const repository = join(deployFolder, '..');

/** Metrics of Prometheus, prometheus-node-exporter and prometheus-blackbox-exporter that the rules use. */
const others = new Set([
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
  'probe_success',
]);
/** Labels that Prometheus adds to every series, and that of buckets. */
const labelsOfPrometheus = ['instance', 'job', 'le'];
const labelsOfOthers = ['mountpoint', 'fstype'];

const expressions = [
  ...rules.map(({ alert, expression }) => ({ name: alert, expression })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expression: expr }))),
];

/** The labels that a metric may have, by its name in expressions. */
async function readExposed(): Promise<Map<string, readonly string[]>> {
  const { platform } = await testServer();
  const { body } = await (await buildOperationsApp(platform)).inject('/metrics');
  const exposed = new Map<string, readonly string[]>();
  const declared = new Map(metricEntries.map(([name, { labels = [] }]) => [metricPrefix + name, labels]));
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const labels = [...(declared.get(name) ?? []), ...labelsOfPrometheus];
    const suffixes = type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const suffix of suffixes) exposed.set(name + suffix, labels);
  }
  return exposed;
}

describe('rules and dashboards', () => {
  test('are read completely', () => {
    expect(ruleFiles).toHaveLength(2);
    expect(dashboardFiles).toHaveLength(2);
    const written = ruleFiles.flatMap((path) => readFileSync(path, 'utf8').match(/- alert:/g) ?? []);
    expect(rules).toHaveLength(written.length);
    expect(expressions.filter(({ expression }) => expression.trim() === '')).toEqual([]);
    expect(expressions.flatMap(({ expression }) => listSelectors(expression)).length).toBeGreaterThan(70);
  });

  test('name only metrics that a server exposes, and labels that these have', async () => {
    const exposed = await readExposed();
    const wrong = expressions.flatMap(({ name, expression }) => {
      const selectors = listSelectors(expression);
      const own = selectors.filter(({ metric }) => !others.has(metric));
      const unknown = own.filter(({ metric }) => !exposed.has(metric)).map(({ metric }) => metric);
      const foreign = own.flatMap(({ metric, matchers }) =>
        matchers.filter(({ label }) => !exposed.get(metric)?.includes(label)).map(({ label }) => `${metric}{${label}}`),
      );
      const all = selectors.flatMap(({ metric }) => exposed.get(metric) ?? [...labelsOfPrometheus, ...labelsOfOthers]);
      const groups = listGroups(expression).filter((label) => !all.includes(label));
      return [...unknown, ...foreign, ...groups].map((word) => `${name}: ${word}`);
    });
    expect(wrong).toEqual([]);
  });

  test('the code sets every metric of the table', () => {
    const folder = join(repository, 'packages/server/src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.endsWith('metric-table.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('\n');
    const unused = metricEntries.map(([name]) => name).filter((name) => !new RegExp(`['_}]${name}['\`]`).test(sources));
    expect(unused).toEqual([]);
  });

  test('every alert has a severity, a sentence and a section in the runbooks, and no section is left over', () => {
    const headings = [...readFileSync(join(repository, 'docs/runbooks.md'), 'utf8').matchAll(/^## (\w+)$/gm)];
    expect(headings.map(([, name]) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, text } of rules) {
      expect(text, alert).toMatch(/^ {10}severity: (critical|warning|none)$/m);
      expect(text, alert).toMatch(/^ {10}summary: .{20,}\.'?$/m);
      expect(text, alert).toContain(`runbook: docs/runbooks.md#${alert.toLowerCase()}\n`);
    }
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) process.stdout.write('NOT RUN: the alert rules, promtool (Debian package prometheus) is absent\n');

// Once: the rules do not depend on the profile.
describe.skipIf(!hasPromtool || profile === 'cluster')('promtool', () => {
  const folder = join(deployFolder, 'prometheus');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  test('accepts the configuration and its rules', () => {
    const { status, said } = run('check', 'config', join(folder, 'prometheus.yml'));
    expect(status, said).toBe(0);
    expect(said).toContain(`${ruleFiles.length} rule files found`);
  });

  test('finds that the rules fire when they should, and only then', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.test.yml'));
    expect(files.length).toBeGreaterThan(0);
    const { status, said } = run('test', 'rules', ...files.map((name) => join(folder, name)));
    expect(status, said).toBe(0);
  });

  test('every critical alert has such a test', () => {
    const tests = readdirSync(folder)
      .filter((name) => name.endsWith('.test.yml'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const critical = rules.filter(({ text }) => text.includes('severity: critical'));
    expect(critical.length).toBeGreaterThan(5);
    const fired = (alert: string) => new RegExp(`alertname: ${alert}\\n +exp_alerts:\\n +- exp_labels`).test(tests);
    expect(critical.map(({ alert }) => alert).filter((alert) => !fired(alert))).toEqual([]);
  });
});
