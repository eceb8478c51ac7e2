/**
 * `npm run screenshots`: the main pages of the console, phone and desktop, from the demo, into docs/console/. Waits for
 * the demo's first fall, so that the board shows what it is for.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const port = process.env.PORT ?? '3900';
const origin = `http://localhost:${port}`;
const password = 'Demo-only-1!';
const folder = fileURLToPath(new URL('../docs/console/', import.meta.url));
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

const demo = spawn(
  process.execPath,
  [fileURLToPath(new URL('../packages/simulator/dist/demo/demo.js', import.meta.url))],
  {
    env: { PATH: process.env.PATH, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let printed = '';
demo.stdout.on('data', (chunk) => {
  printed += chunk;
});

async function until(isThere, what) {
  for (let tries = 0; tries < 180; tries += 1) {
    const found = await isThere();
    if (found) return found;
    if (demo.exitCode !== null) throw new Error(`The demo ended:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`Waited in vain for ${what}`);
}

const listEmails = (role) => [...printed.matchAll(new RegExp(`${role} +(\\S+@\\S+)`, 'g'))].map(([, email]) => email);

async function logIn(email) {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = await answer.json();
  return async (path) =>
    (await (await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json()).data;
}

/** A page of this person's, signed in; with `dark`, as at night. */
async function shoot(browser, email, shots, size, colorScheme = 'light') {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    // The pictures of phones are shown small, on screens with many pixels.
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(origin);
  if (email) {
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.locator('#content').waitFor();
  }
  for (const { name, path, isOnStage = false, isWhole = false } of shots) {
    await page.goto(`${origin}${path}`);
    await page.waitForFunction(() => document.querySelector('.mantine-Loader-root') === null);
    await page.waitForTimeout(1_500);
    const leave = page.getByRole('button', { name: /^Back/ });
    if (!isOnStage && (await leave.count())) await leave.click();
    await page.waitForTimeout(400);
    // A window as high as the page: in a picture of the full page, what sticks to the window would end in the middle.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (isWhole) await page.setViewportSize({ ...sizes[size], height });
    await page.waitForTimeout(200);
    await page.screenshot({ path: `${folder}${name}-${size}${colorScheme === 'dark' ? '-dark' : ''}.png` });
    await page.setViewportSize(sizes[size]);
  }
  await context.close();
}

try {
  mkdirSync(folder, { recursive: true });
  await until(() => printed.includes('Eight devices'), 'the demo');
  const [caregiver] = listEmails('CAREGIVER');
  const [wearer] = listEmails('PATIENT');
  const [admin] = listEmails('ADMIN');
  const ask = await logIn(caregiver);
  const [alert] = await until(async () => {
    const alerts = await ask('/caregivers/alerts');
    return alerts.some(({ fallId }) => fallId) && alerts.filter(({ fallId }) => fallId);
  }, 'a fall');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const caregivers = [
    { name: 'alert', path: '/', isOnStage: true },
    { name: 'board', path: '/' },
    { name: 'person', path: `/people/${alert.patientId}`, isWhole: true },
    { name: 'fall', path: `/falls/${alert.fallId}`, isWhole: true },
    { name: 'report', path: `/falls/${alert.fallId}/report`, isWhole: true },
    { name: 'edit', path: `/people/${alert.patientId}/edit`, isWhole: true },
    { name: 'messages', path: `/messages/${alert.patientId}` },
    { name: 'settings', path: '/settings', isWhole: true },
    { name: 'wall', path: '/wall' },
  ];
  const admins = [
    { name: 'overview', path: '/', isWhole: true },
    { name: 'people', path: '/admin/people' },
    { name: 'reports', path: '/reports', isWhole: true },
    { name: 'devices', path: '/admin/devices' },
    { name: 'maintenance', path: '/admin/maintenance' },
  ];
  for (const size of Object.keys(sizes)) {
    await shoot(browser, undefined, [{ name: 'sign-in', path: '/' }], size);
    await shoot(browser, caregiver, caregivers, size);
    await shoot(browser, wearer, [{ name: 'wearer', path: '/' }], size);
    await shoot(browser, admin, admins, size);
  }
  await shoot(browser, caregiver, caregivers.slice(0, 2), 'phone', 'dark');
  await shoot(browser, caregiver, [caregivers[1], caregivers.at(-1)], 'desktop', 'dark');
  await browser.close();
} finally {
  demo.kill('SIGTERM');
}
