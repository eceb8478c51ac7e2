import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Running {
  readonly child: ChildProcess;
  readonly base: string;
  readonly output: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of any answer; tests look into it freely.
type Json = any;

const givenPorts = new Set<number>();

/** A port returned before may not be listened on yet, or belong to a process that is down now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  if (givenPorts.has(port)) return freePort();
  givenPorts.add(port);
  return port;
}

/** The built server in its own process, with only the given environment; on a free port unless it names one. */
export async function startServer(env: Record<string, string>): Promise<Running> {
  const port = env.PORT ?? String(await freePort());
  const running = spawnServer(env, port);
  await untilReady(running, `${running.base}/health`);
  return running;
}

/** For processes without the API: ready once the probe at the operations port says so. */
export async function startProbed(env: Record<string, string>): Promise<Running> {
  const operationsPort = String(await freePort());
  const running = spawnServer({ ...env, OPERATIONS_PORT: operationsPort }, env.PORT ?? '0');
  await untilReady(running, `http://127.0.0.1:${operationsPort}/readyz`);
  return running;
}

function spawnServer(env: Record<string, string>, port: string): Running {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, OPERATIONS_PORT: 'off', ...env, PORT: port },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return {
    child,
    base: `http://127.0.0.1:${port}/api`,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

async function untilReady({ child, output }: Running, url: string): Promise<void> {
  // A start takes seconds; on a busy machine it has taken more than a minute.
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server is not ready: ${output()}`);
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export async function send(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
