/** `npm run demo`: a service with people, histories, devices that stream, and a fall every few minutes. */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fallwatch } from '@fallwatch/client';
import type { Sent } from '../link.js';
import { run, type Simulated } from '../simulate.js';
import { type DemoPerson, type Server, seed, startServer } from './server.js';
import { demoWearer, Turns } from './wearers.js';

/** Public: it opens accounts of invented people, in a folder that is deleted, on this machine only. */
const password = 'Demo-only-1!';

// biome-ignore lint/style/noProcessEnv: what the demo is asked for comes from the environment, as the server's settings do.
const given = process.env;

/**
 * The server's environment: its own folder, none of the user's settings, and limits for one address with all devices.
 */
function environment(folder: string): Record<string, string | undefined> {
  return {
    PATH: given.PATH,
    HOST: 'localhost',
    PORT: given.PORT ?? '3000',
    OPERATIONS_PORT: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    RATE_LIMIT_LOGIN: '1000/5m',
    RATE_LIMIT_GLOBAL: '1000/1m',
  };
}

async function demo(stop: AbortController): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-demo-'));
  let server: Server | undefined;
  try {
    const env = environment(folder);
    const origin = `http://localhost:${env.PORT}`;
    say('Making an admin, three caregivers, eight wearers and their last weeks …');
    const people = await seed(env, password);
    if (stop.signal.aborted) return;
    server = await startServer(env, origin);
    void server.ended.then(() => stop.abort());
    const devices = await createWearers(people, origin);
    say(introduction(people, origin));
    const names = new Map(people.map((person) => [person.device?.macAddress, person.name]));
    await run({ devices, seed: 'demo', signal: stop.signal, onSent: createReporter(names) });
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
    say('\nThe demo has ended; nothing of it is left.');
  }
}

async function createWearers(people: readonly DemoPerson[], origin: string): Promise<Simulated[]> {
  const wearers = people.filter(({ role }) => role === 'PATIENT');
  const turns = new Turns(wearers.length);
  return Promise.all(
    wearers.map(async (person, index) => {
      const fallwatch = new Fallwatch({ baseUrl: origin });
      await fallwatch.logIn({ email: person.email, password });
      return demoWearer(person, index, fallwatch, turns);
    }),
  );
}

function introduction(people: readonly DemoPerson[], origin: string): string {
  const rows = people.map(({ role, name, email }) => `    ${role.padEnd(10)} ${email.padEnd(22)} ${name}`);
  const caregiver = people.find(({ role }) => role === 'CAREGIVER')?.email ?? '';
  return `
  The Fallwatch demo is running. Open it in a browser and sign in as ${caregiver}:

    ${origin}

  Everybody's password is ${password}
${rows.join('\n')}

  Eight devices are streaming. Somebody falls within a minute, then every few minutes. The same with curl
  (the API is described at ${origin}/api/docs):

    TOKEN=$(curl -s ${origin}/api/auth/login -d '{"email":"${caregiver}","password":"${password}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
    curl -s ${origin}/api/caregivers/alerts -H "Authorization: Bearer $TOKEN"

  Stop with Ctrl-C: everything goes with it.
`;
}

/** Prints a line when a fall raises an alert, once per fall and level. */
function createReporter(names: ReadonlyMap<string | undefined, string>): (device: Simulated, sent: Sent) => void {
  const told = new Set<string>();
  return ({ wearable }, sent) => {
    if (sent.kind !== 'assessed' || !sent.assessed.fallDetected) return;
    const { fallEventId, fallLevel, explanation, timestamp } = sent.assessed;
    const news = `${fallEventId} ${fallLevel}`;
    if (told.has(news)) return;
    told.add(news);
    say(`  ${timestamp.slice(11, 19)}  ${names.get(wearable.macAddress)} fell, ${fallLevel}: ${explanation.summary}`);
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (given.NODE_ENV === 'production') {
  process.stderr.write(
    'The demo never runs in production (NODE_ENV=production): its passwords are known to everybody.\n',
  );
  process.exitCode = 1;
} else {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  demo(stop).catch((error: Error) => {
    if (!stop.signal.aborted) process.stderr.write(`${error.message}\n`);
    process.exitCode = stop.signal.aborted ? 0 : 1;
  });
}
