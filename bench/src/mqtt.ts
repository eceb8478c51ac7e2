/** CPU per reading over MQTT, beside HTTP in the same process and beside bare Fastify. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readCpuTimes, spentUs } from './cpu.js';
import { pairDevices } from './credentials.js';
import { drain, loadVariant, median } from './load.js';
import { makeCrowd, sendReading, startBare, startFallwatch, toMqttPort, type Variant } from './variants.js';
import type { Workshop } from './workshop.js';

const loadScript = fileURLToPath(new URL('publishers.js', import.meta.url));
/** The largest part of bare Fastify's CPU time that a reading may take in the process that answers. */
const goal = 0.7;
const warmUpSlices = 4;

interface Options {
  readonly connections: number;
  readonly devices: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Slices in turn. */
export async function compareMqtt(workshop: Workshop, options: Options): Promise<string> {
  const { connections, devices, rounds, seconds } = options;
  const lines: string[] = [];
  for (const profile of ['small', 'cluster'] as const) {
    const crowd = await makeCrowd(workshop, devices);
    const server = await startFallwatch(workshop, `session_${profile}`, crowd, { profile });
    const [wearer] = crowd.wearers;
    if (!wearer) throw new Error('--devices must be at least 1');
    const bare = await startBare(workshop, crowd, await sendReading(server, wearer));
    const paired = await pairDevices(workshop, server, devices);
    const mqtt = await startLoad(paired, connections);
    const measureNode = async (variant: Variant) =>
      (await loadVariant(workshop, variant, { connections, seconds })).nodeUs;
    const taken = { bare: [] as number[], http: [] as number[], mqtt: [] as number[], rate: [] as number[] };
    for (let round = -warmUpSlices; round < rounds; round += 1) {
      const [bareUs, httpUs, own] = [await measureNode(bare), await measureNode(paired), await mqtt.load(seconds)];
      if (round < 0) continue;
      taken.bare.push(bareUs);
      taken.http.push(httpUs);
      taken.mqtt.push(own.nodeUs);
      taken.rate.push(own.perSecond);
    }
    mqtt.stop();
    await Promise.all([bare.served, server.served, ...server.helpers].map((process) => process.stop()));
    lines.push(`${profile}: ${toLine(taken)}`);
  }
  return lines.join('\n');
}

function toLine(taken: Record<'bare' | 'http' | 'mqtt' | 'rate', readonly number[]>): string {
  const [bareUs, httpUs, mqttUs, rate] = [taken.bare, taken.http, taken.mqtt, taken.rate].map(median) as [
    number,
    number,
    number,
    number,
  ];
  const share = mqttUs / bareUs;
  return (
    `over MQTT ${rate.toFixed(0)} readings/s, node ${mqttUs.toFixed(1)} µs per reading: ` +
    `${share.toFixed(2)} of bare Fastify's POST (${bareUs.toFixed(1)} µs), at most ${goal}: ` +
    `${share <= goal ? 'met' : 'missed'}; ${(mqttUs / httpUs).toFixed(2)} of our own over HTTP (${httpUs.toFixed(1)} µs)`
  );
}

/** One process with a connection for each device. */
async function startLoad({ served, deviceFile, helpers }: Variant, atATime: number) {
  const child = spawn(process.execPath, [loadScript, String(toMqttPort(served.port)), deviceFile, String(atATime)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const printed = createInterface(child.stdout);
  const nextLine = async (): Promise<string> => {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the load over MQTT ended')));
    return (await Promise.race([once(printed, 'line'), ended]))[0] as string;
  };
  if ((await nextLine()) !== 'ready') throw new Error('the load over MQTT did not start');
  return {
    stop: () => void child.kill(),
    async load(seconds: number): Promise<{ nodeUs: number; perSecond: number }> {
      const before = readCpuTimes(served.pid);
      child.stdin.write(`${seconds}\n`);
      const { readings, ms } = JSON.parse(await nextLine());
      await drain([served.pid, ...helpers.map(({ pid }) => pid)]);
      const nodeUs = spentUs(before, readCpuTimes(served.pid)) / readings;
      return { nodeUs, perSecond: (readings / ms) * 1_000 };
    },
  };
}
