import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface PartOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** PostgreSQL refuses to run as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly isReady: () => Promise<boolean>;
  /** A process that it started and detached from itself, and that dies with it. */
  readonly findDetached?: () => number | undefined;
}

const startTimeoutMs = 180_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A process of the running service that the test kills, freezes and restarts. It only signals its own pids. */
export class Part {
  readonly name: string;
  /** Number of times it ended without being asked to. */
  crashes = 0;
  readonly #options: PartOptions;
  #child: ChildProcess | undefined;
  #isUp = false;
  #output = '';
  /** What was frozen: its disk may be gone since, and with it the id of a detached process. */
  #frozen: readonly number[] = [];

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** The end of what it printed. */
  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Waits until it is ready. If it ends during the start because a dependency is down, it is started again. */
  async start(): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline) {
      if (!this.#child) this.#spawn();
      if (await this.#options.isReady()) {
        this.#isUp = true;
        return;
      }
      await pause(50);
    }
    throw new Error(`${this.name} does not start: ${this.#output}`);
  }

  #spawn(): void {
    const { command, args, env, user } = this.#options;
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    this.#isUp = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        this.#output = (this.#output + chunk).slice(-2_000);
      });
    child.once('exit', () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (this.#isUp) this.crashes += 1;
    });
    this.#child = child;
  }

  /** `kill -9` with all its children: after the death of the postmaster alone, backends would still answer. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    const ended = child && once(child, 'exit');
    for (const pid of new Set([...this.#listPids(child), ...this.#frozen])) signal(pid, 'SIGKILL');
    this.#frozen = [];
    await ended;
  }

  /** Asks it to end and waits. Returns the exit code and how long it took. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const child = this.#child;
    if (!child?.pid) return { code: null, ms: 0 };
    this.#child = undefined;
    const askedAt = Date.now();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    return { code, ms: Date.now() - askedAt };
  }

  /** Alive but not answering: connections stay open. */
  freeze(): void {
    this.#frozen = this.#listPids(this.#child);
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#frozen) signal(pid, 'SIGCONT');
    this.#frozen = [];
  }

  #listPids(child: ChildProcess | undefined): number[] {
    const detached = this.#options.findDetached?.();
    return [child?.pid, detached].filter((pid) => pid !== undefined).flatMap(listDescendants);
  }
}

/** The process and all its descendants, parents first. */
function listDescendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children.flatMap(listDescendants)];
  } catch {
    return [pid];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
