/** A phone call is one process of baresip, which speaks SIP and RTP. It is controlled over a local TCP port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { SipServer } from '../../config.js';
import { type Control, connectControl } from './control.js';
import { type CallEnd, toBaresipFiles, toSipUri } from './voice.rules.js';

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
    const control = await Promise.race([connectControl(controlPort), failed]);
    return await Promise.race([talk(control, toSipUri(server, call.phone), call), failed]);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Also if the program is not installed. */
async function throwAtEnd(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('baresip ended');
}

function talk(control: Control, uri: string, { onRinging, onKey, signal }: Call): Promise<CallEnd> {
  return new Promise((resolve) => {
    let wasAnswered = false;
    let timer: NodeJS.Timeout | undefined;
    const end = (reason: string): void => {
      clearTimeout(timer);
      control.close();
      resolve({ wasAnswered, reason });
    };
    const hangUp = (reason: string): void => {
      control.send('hangup');
      clearTimeout(timer);
      timer = setTimeout(() => end(reason), hangUpMs);
    };
    const giveUpAfter = (ms: number, reason: string): void => {
      clearTimeout(timer);
      timer = setTimeout(() => hangUp(reason), ms);
    };
    const playNext = async (key: string): Promise<void> => {
      const sound = await onKey(key);
      if (sound !== null) control.send('ausrc', `aufile,${sound}`);
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
    control.onEvent(({ type, param = '' }) => handlers[type]?.(param));
    signal.addEventListener('abort', () => hangUp('No longer needed'), { once: true });
    giveUpAfter(routingTimeoutMs, 'The telephone system does not answer');
    control.send('dial', uri);
  });
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
