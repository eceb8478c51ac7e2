/** Telephones: baresip, with one account for each number, in the place of a telephone system. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../processes/process.js';

export interface Ring {
  readonly number: string;
  readonly atMs: number;
}

export interface Phones {
  /** The setting SIP_URL. */
  readonly sipUrl: string;
  readonly rings: Ring[];
  /** What the phones do when they ring. The default: nothing. */
  onRing: (ring: Ring) => void;
  readonly pickUp: () => void;
  readonly press: (key: string) => void;
  readonly hangUp: () => void;
  /** What the phones have heard, as WAV files. */
  readonly folder: string;
  /** Calls that ended, with the reason. */
  readonly ended: string[];
  readonly stop: () => Promise<void>;
}

export async function startPhones(numbers: readonly string[]): Promise<Phones> {
  const [sipPort, controlPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'phones-'));
  const accounts = numbers.map((number) => `<sip:${number}@127.0.0.1:${sipPort}>;regint=0;answermode=manual`);
  writeFileSync(join(folder, 'accounts'), `${accounts.join('\n')}\n`);
  const silence = join(folder, 'silence.wav');
  const [maker] = [spawn('sox', ['-n', '-r', '8000', '-c', '1', '-b', '16', silence, 'trim', '0', '120'])];
  await once(maker, 'exit');
  writeFileSync(join(folder, 'config'), toConfig({ sipPort, controlPort, silence, folder }));
  const child = spawn('baresip', ['-f', folder], { stdio: 'ignore' });
  const control = await connectTo(controlPort);
  const send = (command: string, params = ''): void => {
    const text = JSON.stringify({ command, params });
    control.write(`${Buffer.byteLength(text)}:${text},`);
  };
  const phones: Phones = {
    sipUrl: `sip:fallwatch@127.0.0.1:${sipPort};transport=udp`,
    rings: [],
    onRing: () => undefined,
    pickUp: () => send('accept'),
    press: (key) => send('sndcode', key),
    hangUp: () => send('hangup'),
    folder,
    ended: [],
    stop: async () => {
      control.destroy();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  readEvents(control, ({ type, param, accountaor }) => {
    if (type === 'CALL_CLOSED') phones.ended.push(param ?? '');
    if (type !== 'CALL_INCOMING') return;
    const ring = { number: /sip:([^@]+)@/.exec(accountaor ?? '')?.[1] ?? '', atMs: Date.now() };
    phones.rings.push(ring);
    phones.onRing(ring);
  });
  return phones;
}

interface PhoneEvent {
  readonly event?: boolean;
  readonly type: string;
  readonly param?: string;
  readonly accountaor?: string;
}

function readEvents(control: Socket, onEvent: (event: PhoneEvent) => void): void {
  let rest = Buffer.alloc(0);
  control.on('error', () => undefined);
  control.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
      const end = colon + 1 + Number(rest.subarray(0, colon).toString());
      if (rest.length < end + 1) return;
      const event: PhoneEvent = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end + 1);
      if (event.event) onEvent(event);
    }
  });
}

async function connectTo(port: number): Promise<Socket> {
  for (let tries = 0; ; tries += 1)
    try {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries === 200) throw error;
      await pause(50);
    }
}

interface Places {
  readonly sipPort: number;
  readonly controlPort: number;
  readonly silence: string;
  readonly folder: string;
}

const toConfig = ({ sipPort, controlPort, silence, folder }: Places): string => `
sip_listen 127.0.0.1:${sipPort}
ctrl_tcp_listen 127.0.0.1:${controlPort}
call_max_calls 0
audio_source aufile,${silence}
audio_player aubridge,x
audio_alert aubridge,x
module_path /usr/lib/baresip/modules
module g711.so
module aufile.so
module aubridge.so
module ctrl_tcp.so
module sndfile.so
snd_path ${folder}
module_app account.so
module_app menu.so
`;
