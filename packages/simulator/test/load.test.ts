import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fallwatch } from '@fallwatch/client';
import { afterEach, describe, expect, test } from 'vitest';
import { addressCount, connections, refuseElsewhere, sourceAddress } from '../src/load/addresses.js';
import { createDevices, type LoadDevice, toBody } from '../src/load/devices.js';
import { type LoadResult, openLoop } from '../src/load/openLoop.js';
import { summarize, toLines, writeReport } from '../src/load/report.js';
import { createMacAddress } from '../src/runs.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function crowd(count: number, quality: 'peak' | 'burst' = 'peak'): LoadDevice[] {
  const macAddresses = Array.from({ length: count }, (_, index) => createMacAddress(1, index));
  return createDevices([new Fallwatch({ baseUrl: 'http://x', token: 't' })], macAddresses, quality);
}

async function loaded(origin: string, { devices = 200, seconds = 1 } = {}): Promise<LoadResult> {
  const clients = connections(origin, 50);
  const { signal } = new AbortController();
  const plan = { devices: crowd(devices), clients, rate: 1, seconds, signal, onProgress: () => undefined };
  const result = await openLoop(plan);
  await Promise.all(clients.map((client) => client.destroy()));
  return result;
}

const facts = { devices: 200, rate: 1, quality: 'peak', connections: 50 };

describe('open loop', () => {
  test('sends every due reading, from many addresses', async () => {
    const seen = new Set<string | undefined>();
    const macs = new Map<string, number>();
    const origin = await serve((request, response) => {
      seen.add(request.socket.remoteAddress);
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const { device_id: mac, uptime_ms: uptimeMs } = JSON.parse(body);
        macs.set(mac, uptimeMs);
        response.end('{}');
      });
    });
    const result = await loaded(origin, { seconds: 2 });
    expect(summarize(result, facts)).toMatchObject({ due: 400, accepted: 400, errors: 0, notSent: 0 });
    expect(seen.size).toBe(50);
    expect([macs.size, new Set(macs.values())]).toEqual([200, new Set([3_000])]);
  });

  test('a service that stalls raises the latencies of all requests that waited', async () => {
    let firstAt = 0;
    const origin = await serve((_request, response) => {
      firstAt ||= performance.now();
      const at = performance.now() - firstAt;
      // Answers nothing between 0.2 and 0.8 seconds; a closed loop would send nothing meanwhile and miss it.
      setTimeout(() => response.end('{}'), at > 200 && at < 800 ? 800 - at : 0);
    });
    const { latency, due } = await loaded(origin);
    expect(due).toBe(200);
    expect(latency.getValueAtPercentile(75)).toBeGreaterThan(150_000);
    expect(latency.getValueAtPercentile(99)).toBeGreaterThan(450_000);
  });

  test('limits the requests in flight', async () => {
    // Never answers.
    const origin = await serve(() => undefined);
    const clients = connections(origin, 5);
    const plan = { devices: crowd(100), clients, rate: 1, seconds: 4, signal: new AbortController().signal };
    let mostInFlight = 0;
    const onProgress = ({ inFlight }: LoadResult): void => {
      mostInFlight = Math.max(mostInFlight, inFlight);
    };
    const running = openLoop({ ...plan, onProgress });
    await new Promise((resolve) => setTimeout(resolve, 4_200));
    await Promise.all(clients.map((client) => client.destroy()));
    const { overflowed } = await running;
    expect(mostInFlight).toBe(200);
    expect(overflowed).toBe(200);
  });
});

test('counts refusals and broken connections as errors, by name', async () => {
  const origin = await serve((request, response) => {
    if (Math.random() < 0.1) request.socket.destroy();
    else response.writeHead(Math.random() < 0.5 ? 429 : 200).end('{}');
  });
  const summary = summarize(await loaded(origin), facts);
  expect(summary.statuses[429]).toBeGreaterThan(10);
  expect(summary.statuses.UND_ERR_SOCKET ?? summary.statuses.ECONNRESET).toBeGreaterThan(0);
  expect(summary.errors).toBe(200 - summary.accepted);
});

test('writes the figures as text, JSON and SVG', async () => {
  const origin = await serve((_request, response) => response.end('{}'));
  const result = await loaded(origin);
  const summary = summarize(result, facts);
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-load-'));
  writeReport(folder, result, summary);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(JSON.parse(read('latency.json'))).toEqual(summary);
  expect(read('latency.txt')).toContain(toLines(summary));
  expect(read('latency.txt')).toContain('0.990625');
  expect(read('latency.svg')).toMatch(/^<svg [\s\S]*<path d="M[\d. L]+"[\s\S]*<\/svg>\n$/);
  rmSync(folder, { recursive: true });
});

test('creates bodies that follow the contract and continue the previous one', () => {
  const [device] = crowd(1, 'burst') as [LoadDevice];
  const [first, second] = [JSON.parse(toBody(device, 0)), JSON.parse(toBody(device, 1))];
  expect([first.uptime_ms, second.uptime_ms]).toEqual([1_000, 2_000]);
  expect(first).toMatchObject({ device_id: '02:00:00:01:00:00', sampling: 'peak', body_site: 'wrist' });
  expect(first.samples.accel).toHaveLength(25);
});

test('uses addresses of this machine only, and sends load nowhere else', () => {
  const all = Array.from({ length: addressCount }, (_, index) => sourceAddress(index));
  expect(new Set(all).size).toBe(addressCount);
  for (const address of all) expect(address).toMatch(/^127\.0\.[12]\.\d{1,3}$/);
  refuseElsewhere('http://localhost:3000');
  expect(() => refuseElsewhere('https://care.example.org')).toThrow('on this machine only');
});
