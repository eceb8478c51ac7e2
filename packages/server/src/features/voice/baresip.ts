/** A phone call is one process of baresip, which speaks SIP and RTP. It is controlled over a local TCP port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SipServer } from '../../config.js';
import { type CallEnd, toBaresipFiles, toSipUri } from './voice.rules.js';

/** baresip takes about 50 ms to start. */
const [connectTries, connectPauseMs] = [200, 20];
/** A call that is not ringing by then, and one that rings longer, is given up. */
const routingTimeoutMs = 20_000;
const ringingTimeoutMs = 45_000;
/** For the telephone system to confirm the end. */
const hangUpMs = 1_000;
/** Also ends a baresip whose parent process was killed. */
const longestCallSeconds = 150;

export interface Call {
  /** A private folder of this call. */
  readonly folder: string;
  readonly phone: string;
  /** A WAV file. Its end ends the call. */
  readonly sound: string;
  readonly onRinging: () => void;
  /** Returns the sound that is played next; null: this one goes on. */
  readonly onKey: (key: string) => Promise<string | null>;
  /** Hangs up. */
  readonly signal: AbortSignal;
}

/** Resolves when the call has ended. */
export async function placeCall(server: SipServer, call: Call): Promise<CallEnd> {
  const controlPort = await findFreePort();
  const localAddress = await findLocalAddress(server);
  const files = toBaresipFiles({ server, controlPort, localAddress, sound: call.sound });
  for (const [name, text] of Object.entries(files)) await writeFile(join(call.folder, name), text, { mode: 0o600 });
  const child = spawn('baresip', ['-f', call.folder, '-t', String(longestCallSeconds)], {
    stdio: 'ignore',
    // Not the secrets of the service.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: call.folder },
  });
  const failed = throwAtEnd(child);
  try {
    const socket = await Promise.race([connectTo(controlPort), failed]);
    return await Promise.race([talk(socket, toSipUri(server, call.phone), call), failed]);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Also if the program is not installed. */
async function throwAtEnd(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('baresip ended');
}

interface BaresipEvent {
  readonly event?: boolean;
  readonly type: string;
  readonly param?: string;
}

function talk(socket: Socket, uri: string, { onRinging, onKey, signal }: Call): Promise<CallEnd> {
  return new Promise((resolve) => {
    let wasAnswered = false;
    let timer: NodeJS.Timeout | undefined;
    const end = (reason: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ wasAnswered, reason });
    };
    const send = (command: string, params = ''): void => {
      const text = JSON.stringify({ command, params });
      socket.write(`${Buffer.byteLength(text)}:${text},`);
    };
    const hangUp = (reason: string): void => {
      send('hangup');
      clearTimeout(timer);
      timer = setTimeout(() => end(reason), hangUpMs);
    };
    const giveUpAfter = (ms: number, reason: string): void => {
      clearTimeout(timer);
      timer = setTimeout(() => hangUp(reason), ms);
    };
    const playNext = async (key: string): Promise<void> => {
      const sound = await onKey(key);
      if (sound !== null) send('ausrc', `aufile,${sound}`);
    };
    const handlers: Readonly<Record<string, (param: string) => void>> = {
      CALL_RINGING: () => {
        onRinging();
        giveUpAfter(ringingTimeoutMs, 'No answer');
      },
      CALL_ESTABLISHED: () => {
        wasAnswered = true;
        onRinging();
        clearTimeout(timer);
      },
      CALL_DTMF_START: (key) => void playNext(key).catch(() => hangUp('The answer failed')),
      CALL_CLOSED: end,
    };
    readNetstrings(socket, (text) => {
      const { event, type, param = '' }: BaresipEvent = JSON.parse(text);
      if (event) handlers[type]?.(param);
    });
    signal.addEventListener('abort', () => hangUp('No longer needed'), { once: true });
    giveUpAfter(routingTimeoutMs, 'The telephone system does not answer');
    send('dial', uri);
  });
}

/** `12:{"event":1},`: a length, a colon, as many bytes, a comma. */
function readNetstrings(socket: Socket, onText: (text: string) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
      const length = Number(rest.subarray(0, colon).toString());
      if (rest.length < colon + 1 + length + 1) return;
      onText(rest.subarray(colon + 1, colon + 1 + length).toString());
      rest = rest.subarray(colon + 1 + length + 1);
    }
  });
}

async function connectTo(port: number): Promise<Socket> {
  for (let tries = 1; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries === connectTries) throw error;
      await pause(connectPauseMs);
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** baresip does not choose among the addresses of a machine by itself. Nothing is sent. */
async function findLocalAddress({ host }: SipServer): Promise<string> {
  const [name = '', port = '5060'] = host.split(':');
  const socket = createSocket('udp4');
  try {
    socket.connect(Number(port), name);
    await once(socket, 'connect');
    return socket.address().address;
  } finally {
    socket.close();
  }
}
