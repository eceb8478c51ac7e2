import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { TinyBrowser } from '../../../test/oidc-provider.js';
import { callback, finish, invited, join, start, startProviders } from '../../../test/oidc-sign-in.js';

const at = startProviders();

describe('a callback is refused', () => {
  async function back() {
    const ann = await invited();
    const { url, cookie } = await start(at.app);
    return {
      ann,
      cookie,
      returned: await new TinyBrowser().signIn(url, join(at.provider, { email: ann.email }), callback),
    };
  }
  const failed = { location: '/#oidc=FAILED', token: undefined };

  test('with the state of another sign-in', async () => {
    const { returned, cookie } = await back();
    returned.searchParams.set('state', new URL((await start(at.app)).url).searchParams.get('state') ?? '');
    expect(await finish(at.app, returned, cookie)).toMatchObject(failed);
  });

  test('in a browser that has not started it: an attacker cannot sign others in to their account', async () => {
    const { returned } = await back();
    expect(await finish(at.app, returned, '')).toMatchObject(failed);
    expect(await finish(at.app, returned, (await start(at.app)).cookie)).toMatchObject(failed);
    expect(await finish(at.app, returned, 'oidc=nonsense')).toMatchObject(failed);
  });

  test('with an ID token for another nonce', async () => {
    const ann = await invited();
    const { url, cookie } = await start(at.app);
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'of-somebody-else');
    const returned = await new TinyBrowser().signIn(changed.href, join(at.provider, { email: ann.email }), callback);
    expect(await finish(at.app, returned, cookie)).toMatchObject(failed);
  });

  test('with a code that was used already', async () => {
    const { returned, cookie } = await back();
    expect((await finish(at.app, returned, cookie)).location).toBe('/');
    expect(await finish(at.app, returned, cookie)).toMatchObject(failed);
  });

  test('with a code that was given to another sign-in (PKCE)', async () => {
    const [victim, attacker] = [await back(), await start(at.app)];
    victim.returned.searchParams.set('state', new URL(attacker.url).searchParams.get('state') ?? '');
    expect(await finish(at.app, victim.returned, attacker.cookie)).toMatchObject(failed);
  });

  test('from another issuer: named by it, or with its code', async () => {
    const { returned, cookie } = await back();
    returned.searchParams.set('iss', at.other.issuer);
    expect(await finish(at.app, returned, cookie)).toMatchObject(failed);

    const ann = await invited();
    const { url, cookie: own } = await start(at.app);
    const elsewhere = new URL(url);
    elsewhere.port = new URL(at.other.issuer).port;
    const mixed = await new TinyBrowser().signIn(elsewhere.href, join(at.other, { email: ann.email }), callback);
    expect(await finish(at.app, mixed, own)).toMatchObject(failed);
    mixed.searchParams.set('iss', at.provider.issuer);
    expect(await finish(at.app, mixed, own)).toMatchObject(failed);
  });

  test('after ten minutes', async () => {
    const { clock } = await testServer();
    const { returned, cookie } = await back();
    clock.offsetMs = 600_001;
    expect(await finish(at.app, returned, cookie)).toMatchObject(failed);
  });

  test('when the person has cancelled', async () => {
    const { url, cookie } = await start(at.app);
    const state = new URL(url).searchParams.get('state');
    const cancelled = new URL(
      `${callback}?error=access_denied&state=${state}&iss=${encodeURIComponent(at.provider.issuer)}`,
    );
    expect(await finish(at.app, cancelled, cookie)).toMatchObject({ location: '/#oidc=CANCELLED', token: undefined });
  });

  test('and never leads to another site', async () => {
    const target = 'https://evil.example';
    const ann = await invited();
    const query = `?returnTo=${target}&redirect_uri=${target}&next=//evil.example`;
    const { url, cookie } = await start(at.app, query);
    expect(url).not.toContain('evil');
    const returned = await new TinyBrowser().signIn(url, join(at.provider, { email: ann.email }), callback);
    for (const name of ['returnTo', 'next', 'redirect_uri']) returned.searchParams.set(name, target);
    expect((await finish(at.app, returned, cookie)).location).toBe('/');
  });
});
