/** The path of a text message: Kannel takes it over HTTP and passes it to the SMSC of a phone network over SMPP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createSmsc, type Pdu, type Session } from 'smpp';
import { freePort } from '../processes/process.js';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly atMs: number;
}

export interface PhoneNetwork {
  readonly smsUrl: string;
  readonly messages: Sms[];
  /** Whether the phones are on. If not, the delivery report says so. */
  isOn: boolean;
  readonly reply: (from: string, text: string) => void;
  readonly stop: () => Promise<void>;
}

/** Both coding schemes that Kannel chooses from. */
const decode = ({ data_coding: coding, short_message: { message } }: Pdu): string =>
  typeof message === 'string'
    ? message
    : coding === 8
      ? message.swap16().toString('utf16le')
      : message.toString('latin1');

/** `replyUrl` as `npm run cli -- sms-reply-url` prints it. */
export async function startPhoneNetwork(replyUrl: string): Promise<PhoneNetwork> {
  const [smscPort, adminPort, boxPort, sendPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const messages: Sms[] = [];
  const sessions: Session[] = [];
  let lastId = 0;
  /** Long texts come in parts; the first one names all that follow within the call. */
  const smsc = createSmsc((session: Session) => {
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu) => session.send(pdu.response()));
    session.on('enquire_link', (pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu) => session.send(pdu.response()));
    session.on('submit_sm', (pdu) => {
      lastId += 1;
      const id = String(lastId);
      session.send(pdu.response({ message_id: id }));
      messages.push({ to: pdu.destination_addr, text: decode(pdu), atMs: Date.now() });
      const stat = network.isOn ? 'DELIVRD' : 'UNDELIV';
      const short_message = `id:${id} sub:001 dlvrd:001 submit date:2611160400 done date:2611160400 stat:${stat} err:000 text:`;
      if (pdu.registered_delivery)
        session.deliver_sm({
          source_addr: pdu.destination_addr,
          destination_addr: pdu.source_addr,
          esm_class: 4,
          short_message,
        });
    });
  });
  smsc.listen(smscPort, '127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'kannel-'));
  const file = join(folder, 'kannel.conf');
  writeFileSync(file, toConfig({ adminPort, boxPort, smscPort, sendPort, replyUrl }));
  const boxes: ChildProcess[] = [];
  const start = (name: string): void => void boxes.push(spawn(name, [file], { stdio: 'ignore', cwd: folder }));
  start('bearerbox');
  await pause(1_500);
  start('smsbox');
  for (let tries = 0; tries < 100 && !(await answers(sendPort)); tries += 1) await pause(100);
  const network: PhoneNetwork = {
    smsUrl: `kannel+http://fw:fw@127.0.0.1:${sendPort}/cgi-bin/sendsms`,
    messages,
    isOn: true,
    reply: (from, text) =>
      sessions.at(-1)?.deliver_sm({ source_addr: from, destination_addr: '12345', short_message: text }),
    stop: async () => {
      for (const box of boxes) box.kill('SIGKILL');
      await Promise.all(boxes.map((box) => box.exitCode ?? box.signalCode ?? once(box, 'exit')));
      for (const session of sessions) session.destroy();
      smsc.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return network;
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

interface Ports {
  readonly adminPort: number;
  readonly boxPort: number;
  readonly smscPort: number;
  readonly sendPort: number;
  readonly replyUrl: string;
}

const toConfig = ({ adminPort, boxPort, smscPort, sendPort, replyUrl }: Ports): string => `
group = core
admin-port = ${adminPort}
admin-interface = 127.0.0.1
admin-password = adm
smsbox-port = ${boxPort}
box-allow-ip = "127.0.0.1"
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = sim
host = 127.0.0.1
port = ${smscPort}
transceiver-mode = true
smsc-username = fw
smsc-password = fw
system-type = ""
address-range = ""

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${boxPort}
sendsms-port = ${sendPort}
sendsms-interface = 127.0.0.1
global-sender = 12345

group = sendsms-user
username = fw
password = fw
max-messages = 3
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = 1
omit-empty = true
get-url = "${replyUrl}?from=%p&text=%a"
`;
