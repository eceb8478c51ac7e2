/**
 * Devices over MQTT 3.1.1, each with a connection of its own, sending with QoS 1. A separate process on plain sockets
 * with packets made beforehand, so that it costs little compared with what it measures. Prints `ready` once all are
 * connected; then each line on standard input is a number of seconds to send for, answered by a line with the result.
 * Arguments: port, file with one "token mac" per line, readings on their way at a time.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

const [port, deviceFile, atATime] = process.argv.slice(2) as [string, string, string];
/** Ten digits, as in the other loads. */
const firstUptimeMs = 1_000_000_000;
const pubackBytes = 4;

const text = (value: string): Buffer => {
  const bytes = Buffer.alloc(2 + Buffer.byteLength(value));
  bytes.writeUInt16BE(bytes.length - 2);
  bytes.write(value, 2);
  return bytes;
};

function packet(type: number, ...parts: readonly Buffer[]): Buffer {
  const rest = Buffer.concat(parts);
  const length = rest.length < 128 ? [rest.length] : [(rest.length % 128) | 0x80, Math.floor(rest.length / 128)];
  return Buffer.concat([Buffer.from([type, ...length]), rest]);
}

interface Device {
  readonly socket: Socket;
  readonly publish: Buffer;
  uptimeMs: number;
}

async function open(line: string, n: number): Promise<Device> {
  const [token = '', mac = ''] = line.split(' ');
  const socket = connect(Number(port), '127.0.0.1');
  const login = [text('MQTT'), Buffer.from([4, 0xc2, 0, 0]), text(`bench-${n}`), text(mac), text(token)];
  socket.write(packet(0x10, ...login));
  const [connack] = (await once(socket, 'data')) as [Buffer];
  if (connack[3] !== 0) throw new Error(`refused with ${connack[3]}`);
  // A wearer at rest: the same as in stream.lua.
  const body =
    `{"device_id":"${mac}","accel_x":0.1${n % 10},"accel_y":0.2${n % 7},"accel_z":9.8${n % 3},"gyro_x":0.5,` +
    `"gyro_y":-0.3,"gyro_z":0.1,"heart_rate":72,"spo2":97,"battery_level":84.5,"wifi_connected":true,` +
    `"sensors_initialized":true,"uptime_ms":${firstUptimeMs}}`;
  const publish = packet(0x32, text(`fallwatch/${mac}/readings`), Buffer.from([0, 1]), Buffer.from(body));
  return { socket, publish, uptimeMs: firstUptimeMs };
}

const lines = readFileSync(deviceFile, 'utf8').trimEnd().split('\n');
const devices: Device[] = [];
for (const [n, line] of lines.entries()) devices.push(await open(line, n));
let [next, onTheWay, acknowledged, untilMs] = [0, 0, 0, 0];
let finish = (): void => {};

function send(): void {
  const device = devices[next % devices.length] as Device;
  next += 1;
  onTheWay += 1;
  device.uptimeMs += 1_000;
  device.publish.write(String(device.uptimeMs), device.publish.length - 11, 'latin1');
  // Copied: the socket may still be writing the last one.
  device.socket.write(Buffer.from(device.publish));
}

for (const { socket } of devices) {
  socket.on('data', (bytes) => {
    for (let at = 0; at < bytes.length; at += pubackBytes) {
      acknowledged += 1;
      onTheWay -= 1;
      if (performance.now() < untilMs) send();
    }
    if (onTheWay === 0) finish();
  });
  socket.on('close', () => process.exit(1));
}
process.stdout.write('ready\n');
for await (const line of createInterface(process.stdin)) {
  const startedAtMs = performance.now();
  [acknowledged, untilMs] = [0, startedAtMs + Number(line) * 1_000];
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  for (let count = 0; count < Number(atATime); count += 1) send();
  await finished;
  process.stdout.write(`${JSON.stringify({ readings: acknowledged, ms: performance.now() - startedAtMs })}\n`);
}
process.exit(0);
