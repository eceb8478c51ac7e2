import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { parser as createParser, generate, type IConnectPacket, type Packet } from 'mqtt-packet';
import { onTestFinished } from 'vitest';
import type { Platform } from '../src/platform/context.js';
import { createMemoryHotState } from '../src/platform/hot/memory.js';
import type { App } from '../src/platform/http/app.js';
import type { MqttServer } from '../src/platform/mqtt/server.js';
import { checkAnswer } from './event-shapes.js';
import { buildWith, testServer } from './harness.js';
import { pairedDevice } from './pairing.js';
import { patient } from './people.js';

export type Version = 4 | 5;

export interface MqttProcess {
  readonly app: App;
  readonly mqtt: MqttServer;
  readonly port: number;
}

/** A process that listens for MQTT until the test ends, with other settings. */
export async function mqttWith(
  overrides: Partial<Platform['config']> = {},
  platformOverrides: Partial<Platform> = {},
): Promise<MqttProcess> {
  const { app, mqtt } = await buildWith({ mqttPort: 0, ...overrides }, platformOverrides);
  if (!mqtt) throw new Error('MQTT is off');
  const port = await mqtt.listen('127.0.0.1', 0);
  onTestFinished(() => mqtt.close(1_000));
  return { app, mqtt, port };
}

/** Limits of their own, on the test clock: what one test sends counts against no other. */
export async function ownHotState(): Promise<Pick<Platform, 'hot'>> {
  return { hot: createMemoryHotState((await testServer()).clock) };
}

export type Wearable = Awaited<ReturnType<typeof wearable>>;

/** A paired device with its topics. */
export async function wearable() {
  const owner = await patient();
  const paired = await pairedDevice(owner);
  const topic = (kind: string): string => `fallwatch/${paired.mac}/${kind}`;
  return { ...paired, owner, readings: topic('readings'), answers: topic('answers'), status: topic('status') };
}

export interface Client extends MqttClient {
  /** What arrived on the answer topic. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any answer; tests look into it freely.
  readonly heard: any[];
}

/** The client that many devices and gateways use: MQTT.js. It does not connect again by itself. */
export async function connect(port: number, device: Wearable, options: IClientOptions = {}): Promise<Client> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: device.mac,
    password: device.credential,
    reconnectPeriod: 0,
    ...options,
  });
  onTestFinished(() => void client.end(true));
  client.on('error', () => {});
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const heard: any[] = [];
  client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
  onTestFinished(() => heard.forEach(checkAnswer));
  return Object.assign(client, { heard });
}

/** Also subscribes to the answers. */
export async function listen(port: number, device: Wearable, options: IClientOptions = {}): Promise<Client> {
  const client = await connect(port, device, options);
  await client.subscribeAsync(device.answers, { qos: 1 });
  return client;
}

/** A socket that sends what it likes. */
export async function openSocket(port: number, protocolVersion: Version) {
  const socket = connectSocket(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const received: Packet[] = [];
  const parser = createParser({ protocolVersion });
  parser.on('packet', (packet) => received.push(packet));
  socket.on('data', (bytes) => parser.parse(bytes));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return {
    socket,
    received,
    closed,
    write: (bytes: Buffer) => void socket.write(bytes),
    send: (...packets: Packet[]) =>
      void socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion })))),
  };
}

export function connectPacket(
  { mac, credential }: Wearable,
  protocolVersion: Version,
  changes: Partial<IConnectPacket> = {},
): IConnectPacket {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 60,
    clientId: 'belt',
    username: mac,
    password: Buffer.from(credential),
    ...changes,
  };
}

/** A socket that has connected as this device. */
export async function openSession(port: number, device: Wearable, protocolVersion: Version) {
  const opened = await openSocket(port, protocolVersion);
  opened.send(connectPacket(device, protocolVersion));
  while (opened.received.length === 0) await once(opened.socket, 'data');
  opened.received.length = 0;
  return opened;
}

export function publishPacket({ readings }: Wearable, body: object, messageId: number, qos: 0 | 1 | 2 = 1): Packet {
  const payload = JSON.stringify(body);
  return { cmd: 'publish', topic: readings, payload, qos, messageId, dup: false, retain: false };
}
