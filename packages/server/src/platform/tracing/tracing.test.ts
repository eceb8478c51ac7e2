import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadConfig } from '../../config.js';
import { createLog } from '../log.js';
import { createMetrics } from '../metrics.js';
import { toOtlp } from './otlp.js';
import { createSpans, type Span } from './spans.js';
import { openTracing, traceCalls } from './tracing.js';

function record(ratio = 1) {
  const kept: Span[] = [];
  return { kept, spans: createSpans(ratio, (span) => kept.push(span)) };
}

const span: Span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: '00f067aa0ba902b7',
  name: 'select',
  kind: 'CLIENT',
  startMs: 1_768_471_200_000.25,
  endMs: 1_768_471_200_001.5,
  attributes: { text: 'x', whole: 3, part: 0.5, yes: true },
  hasFailed: true,
};

test('is off without an address: nothing is wrapped', () => {
  const config = loadConfig({});
  const target = { call: async () => 1 };
  const tracing = openTracing(config, createMetrics(), createLog(config));
  expect(tracing).toBeNull();
  expect(traceCalls(tracing, 'redis', target, ['call'])).toBe(target);
});

test('work inside a trace becomes its children; a failure is marked and passed on', async () => {
  const { kept, spans } = record();
  const work = spans.trace('job', async () => {
    await spans.span('outer', 'CLIENT', {}, async () => {
      await pause(1);
      spans.add('select', 0.5, {}, false);
    });
    await spans.span('broken', 'CLIENT', {}, () => Promise.reject(new Error('no')));
  });
  await expect(work).rejects.toThrow('no');
  const [select, outer, broken, job] = kept as [Span, Span, Span, Span];
  expect(kept.map(({ name, hasFailed }) => [name, hasFailed])).toEqual([
    ['select', false],
    ['outer', false],
    ['broken', true],
    ['job', true],
  ]);
  expect([select.parentId, outer.parentId, broken.parentId, job.parentId]).toEqual([
    outer.spanId,
    job.spanId,
    job.spanId,
    null,
  ]);
  expect(new Set(kept.map(({ traceId }) => traceId)).size).toBe(1);
  expect(select.endMs - select.startMs).toBeGreaterThanOrEqual(0.5);
});

test('outside a trace, and in traces that are not recorded, nothing is kept', async () => {
  const none = record(0);
  expect(none.spans.beginTrace()).toBeNull();
  await none.spans.trace('job', () => none.spans.span('outer', 'CLIENT', {}, async () => {}));
  const every = record(1);
  await every.spans.span('alone', 'CLIENT', {}, async () => {});
  every.spans.add('select', 1, {}, false);
  expect([...none.kept, ...every.kept]).toEqual([]);
});

test('a trace begun inside another is not part of it', async () => {
  const { kept, spans } = record();
  await spans.trace('first', () => spans.trace('second', async () => {}));
  const [second, first] = kept as [Span, Span];
  expect(second.parentId).toBeNull();
  expect(second.traceId).not.toBe(first.traceId);
});

test('spans have the form of OTLP in JSON', () => {
  expect(toOtlp({ 'service.name': 'fallwatch' }, 'fallwatch', [span])).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'fallwatch' } }] },
        scopeSpans: [
          {
            scope: { name: 'fallwatch' },
            spans: [
              {
                traceId: span.traceId,
                spanId: span.spanId,
                parentSpanId: span.parentId,
                name: 'select',
                kind: 3,
                startTimeUnixNano: '1768471200000250000',
                endTimeUnixNano: '1768471200001500000',
                attributes: [
                  { key: 'text', value: { stringValue: 'x' } },
                  { key: 'whole', value: { intValue: 3 } },
                  { key: 'part', value: { doubleValue: 0.5 } },
                  { key: 'yes', value: { boolValue: true } },
                ],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});

test('what the collector does not take is dropped and counted; a stop sends the rest', async () => {
  let status = 503;
  const sizes: number[] = [];
  const collector = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    sizes.push(body.resourceSpans[0].scopeSpans[0].spans.length);
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const config = loadConfig({ TRACES_URL: url, TRACES_RATIO: '1', LOG_LEVEL: 'silent' });
  const metrics = createMetrics();
  const tracing = openTracing(config, metrics, createLog(config));
  // A second without spans comes first.
  await pause(1_100);
  await tracing?.trace('refused', async () => {});
  await expect.poll(() => sizes).toEqual([1]);
  const countDropped = async () =>
    Number(/^fallwatch_trace_spans_dropped_total (\d+)$/m.exec(await metrics.scrape())?.[1]);
  await expect.poll(countDropped).toBe(1);
  status = 200;
  for (let i = 0; i < 600; i += 1) await tracing?.trace('taken', async () => {});
  await tracing?.close();
  expect(sizes.slice(1).reduce((sum, size) => sum + size, 0)).toBe(600);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(512);
  expect(await countDropped()).toBe(1);
  collector.close();
});
