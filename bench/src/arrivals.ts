/**
 * An open-loop load generator: sends readings at a constant rate and measures the time of each from the moment it was
 * due, also if no connection was free then. A separate process on plain sockets, so that it costs little compared with
 * what it measures.
 * Arguments: port, file with one "token mac" per line, readings per second, seconds, first device, first uptime.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

const [port, deviceFile, ...numbers] = process.argv.slice(2);
const [perSecond, seconds, firstDevice, firstUptimeMs] = numbers.map(Number) as [number, number, number, number];
const connections = 256;
/** Answers that have not arrived after this time count as failures. */
const patienceMs = 10_000;
/** Readings due in the first second are not counted: they are the first on their connections. */
const settleMs = 1_000;
const headEnd = '\r\n\r\n';

/** A wearer at rest: no fall, nothing to log. The same as in stream.lua. */
function readHeads(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line, n) => {
    const [token, mac] = line.split(' ');
    const body =
      `{"device_id":"${mac}","accel_x":0.1${n % 10},"accel_y":0.2${n % 7},"accel_z":9.8${n % 3},"gyro_x":0.5,` +
      `"gyro_y":-0.3,"gyro_z":0.1,"heart_rate":72,"spo2":97,"battery_level":84.5,"wifi_connected":true,` +
      `"sensors_initialized":true,"uptime_ms":`;
    const length = body.length + String(firstUptimeMs).length + 1;
    return (
      `POST /api/device/sensor-stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}${headEnd}${body}`
    );
  });
}

interface Line {
  readonly socket: Socket;
  dueMs: number;
  received: Buffer | undefined;
}

const heads = readHeads(String(deviceFile));
const total = Math.round(perSecond * seconds);
const latenciesMs: number[] = [];
const idle: Line[] = [];
/** Due times of readings that found no free connection. */
const waiting: number[] = [];
let [answered, sent, beganMs] = [0, 0, 0];

async function open(): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const line: Line = { socket, dueMs: 0, received: undefined };
  socket.on('data', (chunk) => receive(line, chunk));
  socket.on('close', () => fail('a connection was closed'));
  idle.push(line);
}

function send(line: Line, dueMs: number): void {
  const place = firstDevice + sent;
  sent += 1;
  line.dueMs = dueMs;
  const uptimeMs = firstUptimeMs + Math.floor(place / heads.length) * 1_000;
  line.socket.write(`${heads[place % heads.length]}${uptimeMs}}`, 'latin1');
}

function receive(line: Line, chunk: Buffer): void {
  const received = line.received ? Buffer.concat([line.received, chunk]) : chunk;
  line.received = received;
  const end = received.indexOf(headEnd);
  if (end < 0) return;
  const head = received.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (received.length < end + headEnd.length + length) return;
  if (!head.startsWith('HTTP/1.1 200 ')) fail(`an answer was ${head.slice(0, 12)}: ${received.toString('utf8', end)}`);
  line.received = undefined;
  answered += 1;
  if (line.dueMs - beganMs >= settleMs) latenciesMs.push(performance.now() - line.dueMs);
  const next = waiting.shift();
  if (next === undefined) idle.push(line);
  else send(line, next);
  if (answered === total) finish();
}

function fail(reason: string): never {
  process.stderr.write(`Of ${total} readings ${answered} were answered, then ${reason}\n`);
  process.exit(1);
}

function finish(): never {
  latenciesMs.sort((a, b) => a - b);
  const percentile = (share: number): number =>
    Math.round((latenciesMs[Math.floor((latenciesMs.length - 1) * share)] as number) * 1_000);
  const result = { p50Us: percentile(0.5), p99Us: percentile(0.99), p999Us: percentile(0.999) };
  process.stdout.write(JSON.stringify(result));
  process.exit(0);
}

for (let count = 0; count < connections; count += 1) await open();
beganMs = performance.now();
let due = 0;
const timer = setInterval(() => {
  const now = performance.now();
  while (due < total && beganMs + (due / perSecond) * 1_000 <= now) {
    const dueMs = beganMs + (due / perSecond) * 1_000;
    // The one that has been idle the longest: the server closes connections that never send.
    const line = idle.shift();
    if (line) send(line, dueMs);
    else waiting.push(dueMs);
    due += 1;
  }
  if (due < total) return;
  clearInterval(timer);
  setTimeout(() => fail(`${patienceMs} ms passed without the others`), patienceMs);
}, 1);
