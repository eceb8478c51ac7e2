/** CPU of the servers for a device that sends every second, beside one in edge mode, for the same hours of wear. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpuOfServers, readCpuTimes, spentUs } from './cpu.js';
import { drain } from './load.js';
import type { Wearer } from './people.js';
import { makeCrowd, type Profile, startFallwatch, type Variant } from './variants.js';
import { pause, type Workshop } from './workshop.js';

/** What `npm run evaluate:edge -- --requests FILE` writes: the bodies of one device, in order, in both modes. */
interface Recorded {
  readonly name: string;
  readonly seconds: number;
  readonly every: readonly object[];
  readonly edge: readonly object[];
}

/** Edge mode has about a fortieth of the requests: with more devices, both parts of a round take seconds. */
const devicesPerRound = { every: 4, edge: 80 };
/** The first one warms the process up and is not counted. */
const rounds = 4;
/** All devices send without a pause, more than the service takes at once. */
const retryMs = 100;
const ownAddress = '02:00:00:00:00:01';
const agent = new Agent({ keepAlive: true });

export async function compareEdge(workshop: Workshop, file: string): Promise<string> {
  const recorded: Recorded = JSON.parse(readFileSync(file, 'utf8'));
  const lines: string[] = [];
  for (const profile of ['small', 'cluster'] as const) lines.push(await compareIn(workshop, profile, recorded));
  return lines.join('\n');
}

async function compareIn(workshop: Workshop, profile: Profile, recorded: Recorded): Promise<string> {
  const crowd = await makeCrowd(workshop, rounds * (devicesPerRound.every + devicesPerRound.edge));
  const server = await startFallwatch(workshop, `edge_${profile}`, crowd, { profile });
  const wearers = [...crowd.wearers];
  const spent = { every: 0, edge: 0 };
  for (let round = 0; round < rounds; round += 1)
    for (const mode of ['every', 'edge'] as const) {
      const us = await replay(server, wearers.splice(0, devicesPerRound[mode]), recorded[mode]);
      if (round > 0) spent[mode] += us / devicesPerRound[mode];
    }
  await Promise.all([server.served, ...server.helpers].map((process) => process.stop()));
  const toSecondsADay = (us: number): number => (us / 1e6 / (rounds - 1) / recorded.seconds) * 86_400;
  const [every, edge] = [toSecondsADay(spent.every), toSecondsADay(spent.edge)];
  return (
    `${profile}, ${recorded.name}: CPU of all servers per device and day ${every.toFixed(1)} s every second, ` +
    `${edge.toFixed(2)} s in edge mode: ${(every / edge).toFixed(1)} times less`
  );
}

/** µs of CPU of all servers for these devices; each sends its requests one after the other. */
async function replay(variant: Variant, wearers: readonly Wearer[], bodies: readonly object[]): Promise<number> {
  const { served, helpers, database, servers } = variant;
  const own = [served.pid, ...helpers.map(({ pid }) => pid)];
  const read = () => new Map([...cpuOfServers(database, servers), ...readCpuTimes(...own)]);
  const texts = bodies.map((body) => JSON.stringify(body));
  const before = read();
  await Promise.all(wearers.map((wearer) => sendAll(served.port, wearer, texts)));
  await drain(own);
  return spentUs(before, read());
}

async function sendAll(port: number, { token, macAddress }: Wearer, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const body = text.replaceAll(ownAddress, macAddress);
    let status = await send(port, token, body);
    for (; status === 503; status = await send(port, token, body)) await pause(retryMs);
    if (status !== 200) throw new Error(`a request was answered with ${status}: ${text.slice(0, 200)}`);
  }
}

function send(port: number, token: string, body: string): Promise<number> {
  const isBatch = body.startsWith('{"readings"');
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: isBatch ? '/api/device/readings' : '/api/device/sensor-stream',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject).end(body);
  });
}
