import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createOidcClient } from '../src/features/oidc/oidc-client.js';
import type { App } from '../src/platform/http/app.js';
import { newId } from '../src/platform/ids.js';
import { appWith, testServer } from './harness.js';
import { oidcClient, type RunningProvider, startProvider, TinyBrowser } from './oidc-provider.js';
import { caregiver, freshEmail } from './people.js';

export const callback = 'http://localhost:3000/api/auth/oidc/callback';

export async function appAt(oidcIssuer: string, more: object = {}): Promise<App> {
  const { platform } = await testServer();
  const settings = {
    oidcIssuer,
    oidcClientId: oidcClient.id,
    oidcClientSecret: oidcClient.secret,
    oidcName: 'Care group',
    ...more,
  };
  const oidc = createOidcClient({ ...platform.config, ...settings });
  return appWith(settings, { state: { ...platform.state, oidc } });
}

export interface Started {
  readonly url: string;
  readonly cookie: string;
}

export async function start(at: App, query = ''): Promise<Started> {
  const { statusCode, headers } = await at.inject(`/api/auth/oidc/start${query}`);
  expect(statusCode).toBe(302);
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { url: String(headers.location), cookie };
}

/** Where the browser is sent to, and its session, if it got one. */
export async function finish(at: App, { search }: URL, cookie: string) {
  const headers = { cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await at.inject({ url: `/api/auth/oidc/callback${search}`, headers });
  expect(answer.statusCode).toBe(302);
  const [, token] = /session=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? [];
  return { location: answer.headers.location, token, cookies: String(answer.headers['set-cookie']) };
}

/** A person at the provider; returns the name that they type there. */
export function join(at: RunningProvider, claims: object): string {
  const login = newId();
  at.people.set(login, { email_verified: true, ...claims });
  return login;
}

export async function signIn(at: App, login: string) {
  const { url, cookie } = await start(at);
  return finish(at, await new TinyBrowser().signIn(url, login, callback), cookie);
}

/** An account that a caregiver has created and whose invitation nobody has accepted. */
export async function invited(): Promise<{ id: string; email: string; invitation: string }> {
  const email = freshEmail();
  const { data } = await (await caregiver()).post('/patients', { email, firstName: 'Ann', lastName: 'Lee' });
  return { id: data.id, email, invitation: data.invitation.token };
}

interface Providers {
  readonly provider: RunningProvider;
  readonly other: RunningProvider;
  /** Signs people in with `provider`. */
  readonly app: App;
}

/** Two providers for all tests of a file. */
export function startProviders(): Providers {
  const opened = {} as { -readonly [Name in keyof Providers]: Providers[Name] };
  beforeAll(async () => {
    opened.provider = await startProvider(callback);
    opened.other = await startProvider(callback);
    opened.app = await appAt(opened.provider.issuer);
  });
  afterAll(async () => {
    await opened.provider.close();
    await opened.other.close();
  });
  afterEach(async () => {
    (await testServer()).clock.offsetMs = 0;
  });
  return opened;
}
