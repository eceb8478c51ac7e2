import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly inbox: Received[];
  readonly close: () => void;
}

/** A real mail server. It refuses addresses of gone.test and is busy for those of busy.test. */
export async function startMailServer(): Promise<MailServer> {
  const inbox: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@gone.test')) return done(Object.assign(new Error('no such user'), { responseCode: 550 }));
      if (address.endsWith('@busy.test')) return done(Object.assign(new Error('later'), { responseCode: 451 }));
      done();
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        inbox.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, inbox, close: () => void server.close(() => {}) };
}

/** The lines before the first empty one. A header that is folded is one line again. */
export function readHeaders({ raw }: Received): string[] {
  const [head = ''] = raw.split('\r\n\r\n');
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

/** The bodies of a mail in text and HTML, decoded. */
export function readBodies({ raw }: Received): { text: string; html: string } {
  const read = (type: string): string => {
    const [, headers = '', body = ''] =
      new RegExp(`\\r\\n(Content-Type: ${type}[\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(raw) ?? [];
    if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString();
    if (!/quoted-printable/i.test(headers)) return body;
    const unfolded = body.replace(/=\r\n/g, '');
    const bytes = unfolded.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Buffer.from(bytes, 'latin1').toString();
  };
  return { text: read('text/plain'), html: read('text/html') };
}
