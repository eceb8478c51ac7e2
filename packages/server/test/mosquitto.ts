/** A Mosquitto of its own, on a free port: a test must not depend on what others have retained. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './processes/process.js';

const program = '/usr/sbin/mosquitto';
export const hasMosquitto = existsSync(program);

export interface Mosquitto {
  readonly url: string;
  /** As if its machine had lost power, but for what it has written to the disk. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Keeps retained messages over a restart. */
export async function startMosquitto(): Promise<Mosquitto> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const file = join(folder, 'mosquitto.conf');
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'persistence true',
    `persistence_location ${folder}/`,
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  let child: ChildProcess;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawn(program, ['-c', file], { stdio: 'ignore' });
    while (!(await listens(port))) await pause(20);
  };
  await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    // SIGTERM, because only then it writes what it retains.
    kill: () => end('SIGTERM'),
    start,
    stop: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
