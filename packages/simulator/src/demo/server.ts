import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built server, started as users start it: the demo uses no internal interface. */
const dist = (name: string): string => fileURLToPath(new URL(`../../../server/dist/${name}`, import.meta.url));

export interface DemoPerson {
  readonly role: 'ADMIN' | 'CAREGIVER' | 'PATIENT';
  readonly name: string;
  readonly email: string;
  readonly device?: { readonly macAddress: string; readonly site: 'waist' | 'wrist' };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Creates the people and their history, in the folder that `env` names. */
export async function seed(env: Environment, password: string): Promise<DemoPerson[]> {
  const child = spawn(process.execPath, [dist('cli.js'), 'seed-demo'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stdin.end(`${password}\n`);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The people of the demo could not be made.');
  return printed
    .split('\n')
    .filter((line) => line.startsWith('{"role"'))
    .map((line): DemoPerson => JSON.parse(line));
}

export interface Server {
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<void>;
}

/** Resolves once the service answers. */
export async function startServer(env: Environment, origin: string): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, [dist('main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const server = {
    ended,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return server;
}

async function isHealthy(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
  return answer?.ok ?? false;
}
