import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { type RunningProvider, TinyBrowser } from '../../../test/oidc-provider.js';
import { appAt, callback, finish, invited, join, openProvider, start } from '../../../test/oidc-sign-in.js';
import type { App } from '../../platform/http/app.js';

let provider: RunningProvider;
let other: RunningProvider;
let app: App;
beforeAll(async () => {
  [provider, other] = [await openProvider(), await openProvider()];
  app = await appAt(provider.issuer);
});
afterAll(async () => {
  await provider.close();
  await other.close();
});
afterEach(async () => {
  (await testServer()).clock.offsetMs = 0;
});

describe('a callback is refused', () => {
  async function back() {
    const ann = await invited();
    const { url, cookie } = await start(app);
    return {
      ann,
      cookie,
      returned: await new TinyBrowser().signIn(url, join(provider, { email: ann.email }), callback),
    };
  }
  const failed = { location: '/#oidc=FAILED', token: undefined };

  test('with the state of another sign-in', async () => {
    const { returned, cookie } = await back();
    returned.searchParams.set('state', new URL((await start(app)).url).searchParams.get('state') ?? '');
    expect(await finish(app, returned, cookie)).toMatchObject(failed);
  });

  test('in a browser that has not started it: an attacker cannot sign others in to their account', async () => {
    const { returned } = await back();
    expect(await finish(app, returned, '')).toMatchObject(failed);
    expect(await finish(app, returned, (await start(app)).cookie)).toMatchObject(failed);
    expect(await finish(app, returned, 'oidc=nonsense')).toMatchObject(failed);
  });

  test('with an ID token for another nonce', async () => {
    const ann = await invited();
    const { url, cookie } = await start(app);
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'of-somebody-else');
    const returned = await new TinyBrowser().signIn(changed.href, join(provider, { email: ann.email }), callback);
    expect(await finish(app, returned, cookie)).toMatchObject(failed);
  });

  test('with a code that was used already', async () => {
    const { returned, cookie } = await back();
    expect((await finish(app, returned, cookie)).location).toBe('/');
    expect(await finish(app, returned, cookie)).toMatchObject(failed);
  });

  test('with a code that was given to another sign-in (PKCE)', async () => {
    const [victim, attacker] = [await back(), await start(app)];
    victim.returned.searchParams.set('state', new URL(attacker.url).searchParams.get('state') ?? '');
    expect(await finish(app, victim.returned, attacker.cookie)).toMatchObject(failed);
  });

  test('from another issuer: named by it, or with its code', async () => {
    const { returned, cookie } = await back();
    returned.searchParams.set('iss', other.issuer);
    expect(await finish(app, returned, cookie)).toMatchObject(failed);

    const ann = await invited();
    const { url, cookie: own } = await start(app);
    const elsewhere = new URL(url);
    elsewhere.port = new URL(other.issuer).port;
    const mixed = await new TinyBrowser().signIn(elsewhere.href, join(other, { email: ann.email }), callback);
    expect(await finish(app, mixed, own)).toMatchObject(failed);
    mixed.searchParams.set('iss', provider.issuer);
    expect(await finish(app, mixed, own)).toMatchObject(failed);
  });

  test('after ten minutes', async () => {
    const { clock } = await testServer();
    const { returned, cookie } = await back();
    clock.offsetMs = 600_001;
    expect(await finish(app, returned, cookie)).toMatchObject(failed);
  });

  test('when the person has cancelled', async () => {
    const { url, cookie } = await start(app);
    const state = new URL(url).searchParams.get('state');
    const cancelled = new URL(
      `${callback}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    );
    expect(await finish(app, cancelled, cookie)).toMatchObject({ location: '/#oidc=CANCELLED', token: undefined });
  });

  test('and never leads to another site', async () => {
    const target = 'https://evil.example';
    const ann = await invited();
    const query = `?returnTo=${target}&redirect_uri=${target}&next=//evil.example`;
    const { url, cookie } = await start(app, query);
    expect(url).not.toContain('evil');
    const returned = await new TinyBrowser().signIn(url, join(provider, { email: ann.email }), callback);
    for (const name of ['returnTo', 'next', 'redirect_uri']) returned.searchParams.set(name, target);
    expect((await finish(app, returned, cookie)).location).toBe('/');
  });
});
