/** nginx and HAProxy with the configurations that operators get, on free ports. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../processes/process.js';
import { listens } from './engines.js';
import { Part } from './part.js';
import type { Api } from './site.js';

export interface ReverseProxy extends Part {
  readonly port: number;
}

export async function createNginx(folder: string, apis: readonly Api[]): Promise<ReverseProxy> {
  const port = await freePort();
  const config = writeConfig(folder, 'nginx.conf', { 'listen 80;': `listen 127.0.0.1:${port};` }, apis);
  const own = `daemon off; pid ${join(folder, 'nginx.pid')};`;
  return createProxy('nginx', port, '/usr/sbin/nginx', ['-e', join(folder, 'nginx.log'), '-c', config, '-g', own]);
}

export async function createHaproxy(folder: string, apis: readonly Api[]): Promise<ReverseProxy> {
  const port = await freePort();
  const config = writeConfig(folder, 'haproxy.cfg', { 'bind :80': `bind 127.0.0.1:${port}` }, apis);
  return createProxy('HAProxy', port, '/usr/sbin/haproxy', ['-db', '-f', config]);
}

/** The file in deploy/, with the addresses of this run. */
function writeConfig(folder: string, name: string, listening: Record<string, string>, apis: readonly Api[]): string {
  const addresses = { '127.0.0.1:3000': apis[0], '127.0.0.1:3001': apis[1] };
  const servers = Object.entries(addresses).map(([address, api]) => [address, `127.0.0.1:${api?.port}`] as const);
  let text = readFileSync(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), 'utf8');
  for (const [before, after] of [...Object.entries(listening), ...servers]) {
    if (!text.includes(before)) throw new Error(`deploy/${name} has no ${before}`);
    text = text.replaceAll(before, after);
  }
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function createProxy(name: string, port: number, command: string, args: readonly string[]): ReverseProxy {
  const part = new Part({ name, command, args, isReady: () => listens(port) });
  return Object.assign(part, { port });
}
