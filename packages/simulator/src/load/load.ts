import { setMaxListeners } from 'node:events';
import type { Client } from 'undici';
import { createMacAddress } from '../runs.js';
import type { Quality } from '../sensing.js';
import { openWard } from '../ward.js';
import { connectFrom, connections, parseOrigin, refuseElsewhere } from './addresses.js';
import { createDevices, type LoadDevice, toBody } from './devices.js';
import { type LoadResult, openLoop } from './openLoop.js';
import { summarize, toLines, writeReport } from './report.js';

export interface LoadOptions {
  readonly devices: number;
  readonly rate: number;
  readonly seconds: number;
  readonly connections: number;
  readonly quality: Quality;
  readonly url: string;
  readonly out: string;
}

const devicesPerWearer = 10;
/** The service hashes one or two passwords at a time; more parallel sign-ups would only fill its queue. */
const wearersAtATime = 4;
const registrationsAtATime = 16;

/** `npm run simulate -- load`: any number of devices, at a constant rate, whatever the service does. */
export async function load(options: LoadOptions): Promise<void> {
  refuseElsewhere(options.url);
  const origin = parseOrigin(options.url);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  process.once('SIGINT', () => stop.abort());

  const wearers = Math.ceil(options.devices / devicesPerWearer);
  say(`Making ${wearers} wearers with ${options.devices} devices at ${origin}`);
  const { connect, close } = connectFrom(origin);
  const started = Date.now();
  const ward = await openWard({ run: started.toString(36), wearers, connect, say, atATime: wearersAtATime });
  await close();
  const macAddresses = Array.from({ length: options.devices }, (_, index) => createMacAddress(started, index));
  const devices = createDevices(ward.wearers, macAddresses, options.quality);
  const clients = connections(origin, Math.min(options.connections, options.devices));
  await register(devices, clients);
  say(`Ready after ${((Date.now() - started) / 1_000).toFixed(0)} s`);

  const { rate, seconds } = options;
  const result = await openLoop({ devices, clients, rate, seconds, signal: stop.signal, onProgress });
  await Promise.all(clients.map((client) => client.close()));
  const facts = { devices: devices.length, rate, quality: options.quality, connections: clients.length };
  const summary = summarize(result, facts);
  writeReport(options.out, result, summary);
  say(`\n${toLines(summary)}\nWritten: latency.txt, latency.json and latency.svg in ${options.out}`);
}

/** The first reading of a device registers it, which costs more than later ones: not part of the load. */
async function register(devices: readonly LoadDevice[], clients: readonly Client[]): Promise<void> {
  let next = 0;
  const some = async (): Promise<void> => {
    while (next < devices.length) {
      const index = next;
      next += 1;
      const device = devices[index] as LoadDevice;
      const headers = device.headers as string[];
      const request = { path: '/api/device/sensor-stream', method: 'POST', headers, body: toBody(device, 0) } as const;
      const { statusCode, body } = await (clients[index % clients.length] as Client).request(request);
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`A device was not registered (${statusCode}): ${text}`);
    }
  };
  await Promise.all(Array.from({ length: registrationsAtATime }, some));
}

function onProgress({ latency, statuses, due, answered, inFlight, overflowed, seconds, cpuCores }: LoadResult): void {
  if (Math.round(seconds) % 5 !== 0) return;
  const accepted = statuses.get('200') ?? 0;
  const p99 = (latency.getValueAtPercentile(99) / 1_000).toFixed(1);
  say(
    `${seconds.toFixed(0)} s: due ${due}, accepted ${accepted}, other answers ${answered - accepted}, ` +
      `under way ${inFlight}, not sent ${overflowed}, p99 ${p99} ms, ${cpuCores.toFixed(2)} cores`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
