import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { assign, careEnvironment, logInAsAdmin, password, type Someone } from '../../server/test/processes/care.js';
import { type Running, send, startServer } from '../../server/test/processes/process.js';
import { createDatabase } from '../../server/test/servers.js';

/** The built server on a database of its own, a real browser, and people. */
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

export async function createWorld(name: string, env: Record<string, string> = {}): Promise<World> {
  const databaseUrl = await createDatabase(inject('namespace'), name);
  const server: Running = await startServer({ ...careEnvironment(databaseUrl), ...env });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--autoplay-policy=user-gesture-required'],
  });
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

export interface Look {
  readonly width?: number;
  readonly language?: 'en' | 'de';
}

/** A page with nobody signed in. What goes wrong in it is kept. */
export async function visit(world: World, { width = 360, language = 'en' }: Look = {}) {
  const context: BrowserContext = await world.browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 800 },
    colorScheme: 'light',
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
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

/** Through the sign-in page, as a person does it. */
export async function signedIn(world: World, { email }: Named, look: Look = {}) {
  const visited = await visit(world, look);
  await visited.page.goto(world.origin);
  await visited.page.locator('input[name=email]').fill(email);
  await visited.page.locator('input[name=password]').fill(password);
  await visited.page.locator('button[type=submit]').click();
  await visited.page.locator('#content').waitFor();
  return visited;
}
