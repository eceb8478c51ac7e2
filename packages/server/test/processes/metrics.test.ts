/** Every series that an alert rule or a dashboard selects comes from a running process with real servers. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { metricEntries, metricPrefix } from '../../src/platform/metric-table.js';
import { isSelected, listSelectors, panels, rules } from '../monitoring.js';
import { freshMac, reading } from '../people.js';
import { createDatabase, deleteStreams, servers } from '../servers.js';
import { acknowledge, assign, careEnvironment, fall, logInAsAdmin, signUp } from './care.js';
import { freePort, type Running, send, startServer } from './process.js';

/** Need what this test does not have: a fault, a silent device, a person with a telephone. */
const absentHere = [/status=~"5\.\."/, /^fallwatch_device_troubles/, /^fallwatch_alert_delivery_seconds/];

const namespace = `${inject('namespace')}_metrics`;
let server: Running;
let metrics: string;

beforeAll(async () => {
  const operationsPort = String(await freePort());
  metrics = `http://127.0.0.1:${operationsPort}/metrics`;
  server = await startServer({
    ...careEnvironment(await createDatabase(inject('namespace'), 'metrics')),
    NATS_URL: servers.nats,
    REDIS_URL: servers.redis,
    NAMESPACE: namespace,
    MQTT_PORT: String(await freePort()),
    OPERATIONS_PORT: operationsPort,
  });
});
afterAll(async () => {
  await server?.stop();
  await deleteStreams(namespace);
});

interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

async function scrape(): Promise<Sample[]> {
  const text = await (await fetch(metrics)).text();
  return [...text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)].map(([, metric = '', inBraces = '']) => ({
    metric,
    labels: Object.fromEntries(
      [...inBraces.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
    ),
  }));
}

async function live(): Promise<void> {
  const { base } = server;
  const [ann, carl] = [await signUp(base, 'PATIENT'), await signUp(base, 'CAREGIVER')];
  await assign(base, await logInAsAdmin(base), carl, ann);
  const sent = await send(base, 'POST', '/device/sensor-stream', reading(freshMac(), { uptime_ms: 1_000 }), ann.token);
  expect(sent.status).toBe(200);
  await acknowledge(base, carl, await fall(base, ann));
}

test('a process has a sample for every series that rules and dashboards select', async () => {
  await live();
  const texts = [
    ...rules.map(({ expression }) => expression),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const selectors = texts
    .flatMap(listSelectors)
    .filter(({ metric }) => metric.startsWith(metricPrefix))
    .map((selector) => ({
      selector,
      text: `${selector.metric}{${selector.matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join()}}`,
    }))
    .filter(({ text }) => !absentHere.some((known) => known.test(text)));
  expect(selectors.length).toBeGreaterThan(60);
  const listMissing = async () => {
    const samples = await scrape();
    const missing = selectors.filter(
      ({ selector }) =>
        !samples.some(({ metric, labels }) => metric === selector.metric && isSelected(selector, labels)),
    );
    return [...new Set(missing.map(({ text }) => text))];
  };
  await expect.poll(listMissing).toEqual([]);
});

test('samples have exactly the labels of the table', async () => {
  const declared = new Map(metricEntries.map(([name, { labels = [] }]) => [metricPrefix + name, [...labels].sort()]));
  const wrong = (await scrape()).filter(({ metric, labels }) => {
    const own = declared.get(metric) ?? declared.get(metric.replace(/_(bucket|count|sum)$/, ''));
    const names = Object.keys(labels).filter((label) => label !== 'le');
    return own !== undefined && names.sort().join() !== own.join();
  });
  expect(wrong).toEqual([]);
});
