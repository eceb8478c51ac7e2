import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Address, createBlockList, isPublic, postOutbound, problemOfUrl } from './outbound.js';

const local = createBlockList(['127.0.0.0/8']);
const headers = { 'x-test': 'yes' };

/** Starts a receiver on an address of this machine; resolves with the port. */
async function receiver(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  return listening(createServer(answer), host, port);
}

async function listening(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const four = (address: string): Address => ({ address, family: 4 });
const post = (url: string, allowed = local as typeof local | null, resolve?: (host: string) => Promise<Address[]>) =>
  postOutbound({ url, headers, body: '{"a":1}' }, allowed, resolve);

function selfSigned(): [string, string] {
  const wanted = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const pem = execFileSync('openssl', [...wanted, '-subj', '/CN=other.test', '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [key = '', cert = ''] = pem.split(/(?=-----BEGIN CERTIFICATE-----)/);
  return [key, cert];
}

describe('addresses', () => {
  test.each([
    ['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ['0.0.0.0', '198.18.0.1', '192.0.2.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
    ['::', '::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::a00:1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
    ['2001:db8::1', '2001::1', '2002:a00:1::', '3fff::1'],
  ])('outside the public internet are recognised: %s …', (...addresses) => {
    for (const address of addresses)
      expect(`${address} ${isPublic({ address, family: address.includes(':') ? 6 : 4 })}`).toBe(`${address} false`);
  });

  test('of the public internet are recognised', () => {
    for (const address of ['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])
      expect(isPublic({ address, family: address.includes(':') ? 6 : 4 })).toBe(true);
  });
});

describe('a URL', () => {
  test.each([
    ['http://hooks.example.org/', 'must begin with https://'],
    ['ftp://hooks.example.org/', 'must begin with https://'],
    ['hooks.example.org', 'is not an address'],
    ['https://ann:secret@hooks.example.org/', 'must not carry a user name or password'],
    ['https://127.0.0.1/', 'leads into a private network'],
    ['https://2130706433/', 'leads into a private network'],
    ['https://0x7f.1/', 'leads into a private network'],
    ['https://[::1]/', 'leads into a private network'],
    ['https://[::ffff:127.0.0.1]/', 'leads into a private network'],
    ['https://169.254.169.254/latest/meta-data', 'leads into a private network'],
  ])('%s %s', (url, problem) => {
    expect(problemOfUrl(url, null)).toBe(problem);
  });

  test('may be plain http only into a network that is allowed', () => {
    expect(problemOfUrl('http://127.0.0.1/', local)).toBeUndefined();
    expect(problemOfUrl('http://10.0.0.1/', local)).toBe('leads into a private network');
    expect(problemOfUrl('http://1.1.1.1/', local)).toBe('must begin with https://');
    expect(problemOfUrl('https://1.1.1.1/', null)).toBeUndefined();
  });
});

describe('a post', () => {
  test('sends the body and headers, and returns the status', async () => {
    const seen: unknown[] = [];
    const port = await receiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push([request.method, request.url, request.headers['x-test'], request.headers.host, body]);
      response.writeHead(202).end();
    });
    expect(await post(`http://127.0.0.1:${port}/a?b=c`)).toEqual({ kind: 'answered', status: 202 });
    expect(seen).toEqual([['POST', '/a?b=c', 'yes', `127.0.0.1:${port}`, '{"a":1}']]);
  });

  test('does not follow redirects', async () => {
    let calls = 0;
    const target = await receiver((_, response) => {
      calls += 1;
      response.end();
    });
    const port = await receiver((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${target}/` }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'answered', status: 307 });
    expect(calls).toBe(0);
  });

  test('gives the reason in words when there is no answer', async () => {
    const port = await receiver((_, response) => void response.destroy());
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'failed', reason: 'The connection broke off' });
    expect(await post('http://127.0.0.1:1/')).toEqual({ kind: 'failed', reason: 'Nothing accepts connections there' });
    const unknown = Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    expect(await post('http://no.test/', local, () => Promise.reject(unknown))).toEqual({
      kind: 'failed',
      reason: 'There is no such host',
    });
  });
});

describe('a post to a receiver that hangs', () => {
  test('ends after five seconds if the receiver hangs for thirty', { timeout: 25_000 }, async () => {
    const port = await receiver((_, response) => {
      setTimeout(() => response.end(), 30_000).unref();
    });
    const startedAt = performance.now();
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'failed', reason: 'No answer within 5 s' });
    expect(performance.now() - startedAt).toBeLessThan(5_500);
  });

  test('ends after five seconds if the name is never resolved', { timeout: 25_000 }, async () => {
    const startedAt = performance.now();
    const result = await post('http://hooks.test/', local, () => new Promise(() => {}));
    expect(result).toEqual({ kind: 'failed', reason: 'No answer within 5 s' });
    expect(performance.now() - startedAt).toBeLessThan(5_500);
  });

  test('closes the connection without reading an answer that never ends', async () => {
    let hungUp = (): void => {};
    const gone = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const port = await receiver((_, response) => {
      response.once('close', hungUp);
      const more = (): void =>
        void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    });
    const startedAt = performance.now();
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'answered', status: 200 });
    await gone;
    // Closed at once, not after the time-out.
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

describe('a name', () => {
  const refused = { kind: 'refused', reason: 'The address leads into a private network' };

  test('that resolves to a private network is not called, even if only one of its addresses is private', async () => {
    let calls = 0;
    const port = await receiver((_, response) => {
      calls += 1;
      response.end();
    });
    const url = `https://hooks.test:${port}/`;
    expect(await post(url, null, async () => [four('127.0.0.1')])).toEqual(refused);
    expect(await post(url, null, async () => [four('1.1.1.1'), four('127.0.0.1')])).toEqual(refused);
    expect(await post(url, local, async () => [four('127.0.0.1'), four('10.0.0.1')])).toEqual(refused);
    expect(calls).toBe(0);
  });

  test('is resolved once, and only the checked addresses are connected to: DNS rebinding has no effect', async () => {
    const calls: string[] = [];
    const port = await receiver((_, response) => {
      calls.push('first');
      response.end();
    });
    await receiver(
      (_, response) => {
        calls.push('second');
        response.end();
      },
      '127.0.0.2',
      port,
    );
    const answers = [four('127.0.0.1'), four('127.0.0.2')];
    let asked = 0;
    const rebinding = async (): Promise<Address[]> => [answers[asked++] ?? four('127.0.0.2')];
    const result = await post(`http://hooks.test:${port}/`, createBlockList(['127.0.0.1']), rebinding);
    expect(result).toEqual({ kind: 'answered', status: 200 });
    expect([asked, calls]).toEqual([1, ['first']]);
  });

  test('must match the certificate', async () => {
    const [key, cert] = selfSigned();
    const names: string[] = [];
    const SNICallback = (name: string, done: (error: null) => void): void => {
      names.push(name);
      done(null);
    };
    const server = createTlsServer({ key, cert, SNICallback });
    const port = await listening(server as unknown as Server, '127.0.0.1', 0);
    const result = await post(`https://hooks.test:${port}/`, local, async () => [four('127.0.0.1')]);
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('SELF_SIGNED') });
    expect(names).toEqual(['hooks.test']);
  });
});
