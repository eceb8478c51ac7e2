import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort, type Running, startServer } from './process.js';

/** The README's tour, as a reader would paste it: every command succeeds and prints what the README shows. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-tour-'));
/** The input for commands that ask for a password. */
const typed = 'Reader-of-tours-7!\n';
/** Measured values, different each time. Ids, times and values shortened with … are compared by their form. */
const measured = ['uptime', 'latencyMs', 'used', 'available', 'responseTime', 'retryAfter'];

let server: Running;
let shell: ChildProcess;
afterAll(async () => {
  shell?.kill();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Step {
  readonly commands: string;
  /** The output blocks below the commands, up to the next commands. */
  readonly claims: string[];
}

/** The fenced blocks between the heading that contains «tour» and the next heading of its level or above. */
function readTour(markdown: string): Step[] {
  const steps: Step[] = [];
  let level = 0;
  let block: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^\s*```(\w*)/.exec(line);
    if (block && fence) {
      const text = block.lines.join('\n');
      if (level > 0 && ['sh', 'bash'].includes(block.language)) steps.push({ commands: text, claims: [] });
      else if (level > 0) steps.at(-1)?.claims.push(text);
      block = undefined;
    } else if (fence) block = { language: fence[1] ?? '', lines: [] };
    else if (block) block.lines.push(line);
    else {
      const heading = /^(#+) (.*)/.exec(line);
      const depth = heading?.[1]?.length ?? 0;
      if (level > 0 && depth > 0 && depth <= level) return steps;
      if (level === 0 && /\btour\b/i.test(heading?.[2] ?? '')) level = depth;
    }
  }
  return steps;
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** One shell for the whole tour: variables persist, and the first failing command ends it. */
function startShell(env: Record<string, string>): (commands: string, name: string) => Promise<Ran> {
  const input = join(folder, 'typed');
  writeFileSync(input, typed);
  shell = spawn('bash', ['-e', '-o', 'pipefail'], { cwd: root, env: { PATH: process.env.PATH, HOME: folder, ...env } });
  let output = '';
  shell.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(shell, 'exit').then(([code]) => ({ code }));
  return async (commands, name) => {
    const [file, end] = [join(folder, name), `--- end of ${name} ---`];
    writeFileSync(file, commands);
    output = '';
    shell.stdin?.write(`source '${file}' < '${input}' 2>&1\necho '${end}'\n`);
    while (!output.includes(end)) {
      const stopped = await Promise.race([
        ended,
        new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 20)),
      ]);
      if (stopped) return { code: stopped.code, output };
    }
    return { code: 0, output: output.slice(0, output.indexOf(end)) };
  };
}

/** `"key":value` of JSON, whole or shortened with …, in any layout. */
function parsePairs(text: string): { key: string; value: string }[] {
  const pairs = text.matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*"|true|false|null|-?\d+(?:\.\d+)?)/g);
  return [...pairs].map(([, key = '', value = '']) => ({ key, value }));
}

function isSteady({ key, value }: { key: string; value: string }): boolean {
  const isTime = /^"\d{4}-\d{2}-\d{2}T/.test(value);
  const isId = /^"[0-9a-f]{8}-[0-9a-f]{4}-/.test(value);
  return !measured.includes(key) && !value.includes('…') && !isTime && !isId;
}

/** Replaces names and devices that the tour derives from the time. */
function toForm(value: string): string {
  return value.replace(/([0-9A-F]{2}:){5}[0-9A-F]{2}/g, '<MAC address>').replace(/\d{10}/g, '<seconds>');
}

/** What the README shows but the output does not contain. */
function missingIn(output: string, claim: string): string[] {
  const actual = parsePairs(output);
  const missing = parsePairs(claim).filter((claimed) => {
    const isSame = (pair: typeof claimed) =>
      pair.key === claimed.key && (!isSteady(claimed) || toForm(pair.value) === toForm(claimed.value));
    return !actual.some(isSame);
  });
  // Lines that are not JSON: compared literally, except for the parts left out with ….
  const said = claim
    .split('\n')
    .filter((line) => !/[{}[\]"]/.test(line))
    .flatMap((line) => line.split('…'));
  const unsaid = said.map((words) => words.trim()).filter((words) => !output.includes(words));
  return [...missing.map(({ key, value }) => `"${key}":${value}`), ...unsaid];
}

test('the README’s tour runs and prints what the README shows', async () => {
  const env = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  const steps = readTour(readFileSync(join(root, 'README.md'), 'utf8'));
  expect(steps.length).toBeGreaterThanOrEqual(8);
  expect(steps.flatMap(({ claims }) => claims.flatMap(parsePairs)).length).toBeGreaterThanOrEqual(20);

  server = await startServer(env);
  const origin = new URL(server.base).origin;
  const run = startShell(env);
  for (const [index, { commands, claims }] of steps.entries()) {
    // The embedded database serves one process at a time, as the tour says.
    const needsStop = /\bnpm run cli\b/.test(commands);
    if (needsStop) await server.stop();
    // A device may send once a second; no reader pastes faster than that.
    if (commands.includes('sensor-stream')) await new Promise((resolve) => setTimeout(resolve, 1_300));
    const { code, output } = await run(commands.replaceAll('http://localhost:3000', origin), `step-${index + 1}`);
    expect(code, `${commands}\n${output}`).toBe(0);
    for (const claim of claims) expect(missingIn(output, claim), `${commands}\n${output}`).toEqual([]);
    if (needsStop) server = await startServer(env);
  }
  process.stdout.write(
    `README tour: ${steps.length} blocks, ${steps.flatMap(({ claims }) => claims).length} answers as shown\n`,
  );
});
