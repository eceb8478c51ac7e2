import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { assign, careEnvironment, logInAsAdmin, password, type Someone } from '../../server/test/processes/care.js';
import { type Running, send, startServer } from '../../server/test/processes/process.js';
import { createDatabase } from '../../server/test/servers.js';

/** The built server on its own database, a real browser, and people. */
export interface World {
  readonly origin: string;
  readonly base: string;
  readonly databaseUrl: string;
  readonly browser: Browser;
  readonly admin: Named;
  readonly close: () => Promise<void>;
}

export interface Named extends Someone {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--autoplay-policy=document-user-activation-required'],
  });

export async function createWorld(name: string, env: Record<string, string> = {}): Promise<World> {
  const databaseUrl = await createDatabase(inject('namespace'), name);
  const server: Running = await startServer({ ...careEnvironment(databaseUrl), ...env });
  const browser = await launchBrowser();
  const { id, token } = await logInAsAdmin(server.base);
  const admin = { id, token, email: 'root@example.org', firstName: 'First', lastName: 'Admin', name: 'First Admin' };
  return {
    origin: new URL(server.base).origin,
    base: server.base,
    databaseUrl,
    browser,
    admin,
    close: async () => {
      await browser.close();
      await server.stop();
    },
  };
}

export async function make(world: World, role: 'PATIENT' | 'CAREGIVER', name: string): Promise<Named> {
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${firstName}.${randomUUID().slice(0, 8)}@example.org`.toLowerCase();
  const { body } = await send(world.base, 'POST', '/auth/signup', { email, password, firstName, lastName, role });
  return { id: body.data.id, token: body.token, email, firstName, lastName, name };
}

export const lookAfter = (world: World, caregiver: Named, patient: Named): Promise<void> =>
  assign(world.base, world.admin, caregiver, patient);

/** A device that has sent one quiet reading. */
export async function wear(world: World, patient: Named): Promise<{ id: string; mac: string }> {
  const mac = `02:${randomUUID().replaceAll('-', '').slice(0, 10).match(/../g)?.join(':')}`.toUpperCase();
  const reading = { device_id: mac, uptime_ms: 1_000, accel_x: 0, accel_y: 0, accel_z: 9.8, battery_level: 80 };
  const vitals = { gyro_x: 0, gyro_y: 0, gyro_z: 0, heart_rate: 71, spo2: 97 };
  const { status, body } = await send(
    world.base,
    'POST',
    '/device/sensor-stream',
    { ...reading, ...vitals },
    patient.token,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  const devices = await send(world.base, 'GET', '/patients/me', undefined, patient.token);
  return { id: devices.body.data.devices[0].id, mac };
}

/** A wearer with two caregivers. */
export async function makeWard(world: World): Promise<{ rose: Named; carl: Named; dora: Named }> {
  const rose = await make(world, 'PATIENT', 'Rose Hill');
  const [carl, dora] = [await make(world, 'CAREGIVER', 'Carl West'), await make(world, 'CAREGIVER', 'Dora East')];
  for (const caregiver of [carl, dora]) await lookAfter(world, caregiver, rose);
  return { rose, carl, dora };
}

const locales = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };

export interface Look {
  readonly width?: number;
  readonly language?: keyof typeof locales;
}

/** A page with nobody signed in. Errors on it are recorded. */
export async function visit(world: Pick<World, 'browser' | 'origin'>, { width = 360, language = 'en' }: Look = {}) {
  const context: BrowserContext = await world.browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 800 },
    colorScheme: 'light',
    locale: locales[language],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  const page: Page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== world.origin && !request.url().startsWith('data:'))
      problems.push(`asked elsewhere: ${request.url()}`);
  });
  return { context, page, problems, close: () => context.close() };
}

/** Signs in through the sign-in page, as a person does. */
export async function signedIn(world: World, person: Named, look: Look = {}) {
  const visited = await visit(world, look);
  await visited.page.goto(world.origin);
  await signIn(visited.page, person);
  return visited;
}

export async function signIn(page: Page, { email }: Named): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('#content').waitFor();
}

/** The alert that covers the board. */
export const stage = (page: Page) => page.getByRole('dialog');

/** A new token: the one from `make` ends with its session. */
export async function logIn(world: World, person: Named): Promise<Named> {
  const { body } = await send(world.base, 'POST', '/auth/login', { email: person.email, password });
  return { ...person, token: body.token };
}

/** Records the sounds and wake locks that the page requests, besides running them. */
export async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: number[] = [];
    const speakers: AudioContext[] = [];
    const locks: WakeLockSentinel[] = [];
    Object.assign(window, { heard, speakers, locks });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      heard.push(this.frequency.value);
      start.call(this, when);
    };
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        speakers.push(this);
      }
    };
    const request = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (type) {
      const lock = await request.call(this, type);
      locks.push(lock);
      return lock;
    };
  });
}

interface Heard {
  readonly heard: number[];
  readonly speakers: AudioContext[];
  readonly locks: WakeLockSentinel[];
}

/** How often the first tone (587 Hz) of the «this screen has a problem» sound was played. */
export const lostTones = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Heard).heard.filter((hertz) => Math.round(hertz) === 587).length);
export const speakerState = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window as unknown as Heard).speakers.at(-1)?.state);
export const heldLocks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Heard).locks.filter(({ released }) => !released).length);
