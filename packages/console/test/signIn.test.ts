import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oidcClient, type RunningProvider, startProvider } from '../../server/test/oidc-provider.js';
import { password } from '../../server/test/processes/care.js';
import { freePort, send } from '../../server/test/processes/process.js';
import { totpCode } from '../../server/test/totp.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, type Look, make, type Named, signedIn, signIn, visit, type World } from './world.js';

let provider: RunningProvider;
let world: World;
let strict: World;
beforeAll(async () => {
  const port = String(await freePort());
  // Browsers offer passkeys on localhost, not on 127.0.0.1.
  const origin = `http://localhost:${port}`;
  provider = await startProvider(`${origin}/api/auth/oidc/callback`);
  const client = { OIDC_CLIENT_ID: oidcClient.id, OIDC_CLIENT_SECRET: oidcClient.secret, OIDC_NAME: 'Care group' };
  const oidc = { OIDC_ISSUER: provider.issuer, ...client };
  const made = await createWorld('console_sign_in', { PORT: port, PUBLIC_URL: origin, ...oidc });
  world = { ...made, origin };
  strict = await createWorld('console_sign_in_strict', { ADMIN_SECOND_FACTOR: 'required' });
});
afterAll(async () => {
  await world?.close();
  await strict?.close();
  await provider?.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openSecurity(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/settings`);
  await heading(page, 'Sign-in and security').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign out').click();
  await page.locator('input[name=email]').waitFor();
}

/** Through the dialog of the settings; returns the secret and the recovery codes as they are on the screen. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog');
  await button(page, 'Set up an app').click();
  await dialog.locator('input[name=password]').fill('Wrong-horse-7!');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.locator('input[name=code]').fill(totpCode(secret, Date.now()));
  await dialog.locator('input[name=code]').press('Enter');
  await dialog.getByText('Your recovery codes').waitFor();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await dialog.waitFor({ state: 'detached' });
  return { secret, codes };
}

async function enterPassword(page: Page, { email }: Named): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

test.each<Look>([{ width: 360 }, { width: 1280 }])(
  'an authenticator app: set up, sign in with a code, then with a recovery code, at %o',
  async (look) => {
    const carl = await make(world, 'CAREGIVER', 'Carl West');
    const { page, problems, close } = await signedIn(world, carl, look);
    await openSecurity(page, world.origin);
    const { secret, codes } = await setUpApp(page);
    await page.getByText('10 recovery codes left.').waitFor();
    await signOut(page);

    await enterPassword(page, carl);
    await heading(page, 'Enter your code').waitFor();
    expect(await violationsByDayAndNight(page)).toEqual([]);
    const field = page.locator('input[name=code]');
    await field.fill('000000');
    await field.press('Enter');
    await page.getByText('This code is wrong or was already used.').waitFor();
    // The code of the set-up may still be shown by the app; the next one is accepted 30 s early.
    await field.fill(totpCode(secret, Date.now() + 30_000));
    await field.press('Enter');
    await page.locator('#content').waitFor();

    await openSecurity(page, world.origin);
    await signOut(page);
    await enterPassword(page, carl);
    await button(page, 'Use a recovery code instead').click();
    await field.fill(codes[0]?.toLowerCase() ?? '');
    await field.press('Enter');
    await page.locator('#content').waitFor();
    await openSecurity(page, world.origin);
    await page.getByText('9 recovery codes left.').waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) };
}

test('a passkey: added in the settings, used to sign in without e-mail and password, removed', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, carl);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await openSecurity(page, world.origin);
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=name]').fill('My phone');
  await dialog.locator('input[name=password]').fill(password);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('My phone', { exact: true }).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await signOut(page);

  await button(page, 'Sign in with a passkey').click();
  await page.locator('#content').waitFor();
  await page.getByText('Carl West').first().waitFor({ state: 'attached' });

  // The device could not check the person.
  await openSecurity(page, world.origin);
  await signOut(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('The sign-in with a passkey was cancelled.').waitFor();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await button(page, 'Sign in with a passkey').click();
  await page.locator('#content').waitFor();

  await openSecurity(page, world.origin);
  await button(page, 'Remove').click();
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('My phone', { exact: true }).waitFor({ state: 'detached' });
  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('This passkey was not accepted.').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('where admins need a second factor, the console leads to it and continues after it', async () => {
  const { page, problems, close } = await visit(strict);
  await page.goto(`${strict.origin}/admin/users`);
  await enterPassword(page, strict.admin);
  await heading(page, 'Protect your account').waitFor();
  await page.getByText('Admins need more than a password here.').waitFor();
  expect(await page.locator('#content').count()).toBe(0);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await setUpApp(page);
  await page.getByText('Your account is protected.').waitFor();
  await button(page, 'Continue').click();
  await heading(page, 'Accounts').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('an admin removes the second factor of a person', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page: own, close: closeOwn } = await signedIn(world, carl);
  await openSecurity(own, world.origin);
  await setUpApp(own);
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.goto(`${world.origin}/admin/users/${carl.id}`);
  await button(page, 'Remove the second factor').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('they are signed out everywhere').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove the second factor' }).click();
  await page.getByText('Removed.').waitFor();
  const { status } = await send(world.base, 'POST', '/auth/login', { email: carl.email, password });
  expect(status).toBe(200);
  await close();
  await closeOwn();
});

/** The provider's own page for development: a name, any password, then the consent. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Sign in with Care group' }).click();
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: /continue/i }).click();
}

test('a provider: an invited person signs in there, a stranger is told that there is no account', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const email = `rose.${Date.now()}@example.org`;
  const draft = { email, firstName: 'Rose', lastName: 'Hill' };
  await send(world.base, 'POST', '/patients', draft, carl.token);
  provider.people.set('rose', { email, email_verified: true });
  provider.people.set('stranger', { email: 'stranger@example.org', email_verified: true });

  const stranger = await visit(world);
  await stranger.page.goto(world.origin);
  await signInAtProvider(stranger.page, 'stranger');
  await stranger.page.getByText('There is no account here for your e-mail address at Care group').waitFor();
  expect(await violationsByDayAndNight(stranger.page)).toEqual([]);
  await stranger.close();

  const { page, problems, close } = await visit(world);
  await page.goto(world.origin);
  await signInAtProvider(page, 'rose');
  await page.locator('#content').waitFor();
  await page.getByText('Rose Hill').first().waitFor({ state: 'attached' });
  await page.reload();
  await page.locator('#content').waitFor();
  // The page of the provider asks for a font.
  const own = problems.filter((problem) => !/asked elsewhere: (http:\/\/127|https:\/\/fonts)/.test(problem));
  expect(own).toEqual([]);
  await close();
});

test('in German', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, close } = await visit(world, { language: 'de' });
  await page.goto(world.origin);
  await button(page, 'Mit Passkey anmelden').waitFor();
  await page.getByRole('link', { name: 'Mit Care group anmelden' }).waitFor();
  await signIn(page, carl);
  await page.goto(`${world.origin}/settings`);
  await heading(page, 'Anmeldung und Sicherheit').waitFor();
  await button(page, 'App einrichten').waitFor();
  await close();
});
