/** The path of a mail: Postfix takes it over SMTP and passes it to the server of the recipient, smtp-server. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../processes/process.js';

export interface Mail {
  readonly to: string;
  readonly raw: string;
  readonly atMs: number;
}

export interface Inbox {
  readonly port: number;
  readonly mails: Mail[];
  readonly close: () => void;
}

/** Refuses addresses that begin with `gone`. */
export async function startInbox(): Promise<Inbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('gone'))
        return done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }));
      done();
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        mails.push(...envelope.rcptTo.map(({ address: to }) => ({ to, raw, atMs: Date.now() })));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { port: (server.server.address() as AddressInfo).port, mails, close: () => server.close() };
}

export interface Postfix {
  readonly url: string;
  readonly log: () => string;
  /** It takes connections and answers nothing, until it goes on. */
  readonly hang: () => void;
  readonly goOn: () => void;
  readonly stop: () => void;
}

/** With a configuration of its own. Mail that comes back goes to `bouncesUrl`, as docs/notifications.md describes. */
export async function startPostfix(inboxPort: number, bouncesUrl: string): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'));
  chmodSync(folder, 0o755);
  const [port, queue, data] = [await freePort(), join(folder, 'queue'), join(folder, 'data')];
  for (const path of [queue, data]) mkdirSync(path);
  const owner = Number(execFileSync('id', ['-u', 'postfix']).toString());
  chownSync(data, owner, 0);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    shlib_directory: '/usr/lib/postfix',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    myhostname: 'mx.fallwatch.test',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    smtp_dns_support_level: 'disabled',
    relay_domains: 'example.test, bounces.fallwatch.test',
    transport_maps: `inline:{ {example.test=smtp:[127.0.0.1]:${inboxPort}}, {bounces.fallwatch.test=fallwatch:} }`,
    smtpd_recipient_restrictions: 'permit_mynetworks, reject',
    maillog_file: join(folder, 'mail.log'),
    maillog_file_prefixes: tmpdir(),
    recipient_delimiter: '+',
    in_flow_delay: '0',
  };
  const main = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(folder, 'main.cf'), `${main.join('\n')}\n`);
  writeFileSync(join(folder, 'master.cf'), toMaster(port, bouncesUrl));
  execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' });
  // The master process leads the group of all its processes.
  const signal = (name: NodeJS.Signals): void => {
    process.kill(-Number(readFileSync(join(queue, 'pid', 'master.pid'), 'utf8')), name);
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    log: () => readFileSync(settings.maillog_file, 'utf8'),
    hang: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    stop: () => {
      spawn('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' }).once('exit', () =>
        rmSync(folder, { recursive: true }),
      );
    },
  };
}

/** Without chroot, and with the pipe that passes returned mail on. */
function toMaster(port: number, bouncesUrl: string): string {
  const installed = readFileSync('/etc/postfix/master.cf', 'utf8').split('\n');
  const services = installed.filter(
    (line) => /^\w\S*\s+(unix|fifo|inet)/.test(line) && !/^(smtp|smtps|submission)\s+inet/.test(line),
  );
  const own = services
    .filter((line) => !/\bpipe\b/.test(line))
    .map((line) => line.replace(/^(\S+\s+\S+\s+\S+\s+\S+\s+)\S+/, '$1n'));
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    ...own,
    'fallwatch unix - n n - - pipe flags=Rq user=nobody',
    `  argv=/usr/bin/curl -sf -H content-type:message/rfc822 --data-binary @- ${bouncesUrl}?to=\${recipient}`,
    '',
  ].join('\n');
}
