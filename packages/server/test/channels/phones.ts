/** Telephones: baresip, with one account for each number, in the place of a telephone system. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectControl } from '../../src/features/voice/control.js';
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
  const control = await connectControl(controlPort);
  const phones: Phones = {
    sipUrl: `sip:fallwatch@127.0.0.1:${sipPort};transport=udp`,
    rings: [],
    onRing: () => undefined,
    pickUp: () => control.send('accept'),
    press: (key) => control.send('sndcode', key),
    hangUp: () => control.send('hangup'),
    folder,
    ended: [],
    stop: async () => {
      control.close();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  control.onEvent(({ type, param, accountaor }) => {
    if (type === 'CALL_CLOSED') phones.ended.push(param ?? '');
    if (type !== 'CALL_INCOMING') return;
    const ring = { number: /sip:([^@]+)@/.exec(accountaor ?? '')?.[1] ?? '', atMs: Date.now() };
    phones.rings.push(ring);
    phones.onRing(ring);
  });
  return phones;
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
