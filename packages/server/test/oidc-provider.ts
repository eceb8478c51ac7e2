/** A real OpenID Connect provider on this machine, and a small browser without scripts that signs in there. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** What the provider says about a person, by the name that they type there. */
export interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly amr?: readonly string[];
  readonly [claim: string]: unknown;
}

export interface RunningProvider {
  readonly issuer: string;
  readonly people: Map<string, Claims>;
  readonly close: () => Promise<void>;
}

export const oidcClient = { id: 'fallwatch', secret: 'secret-of-the-tests' };

export async function startProvider(callback: string): Promise<RunningProvider> {
  const people = new Map<string, Claims>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configure(callback, people));
  tellFactors(provider, people);
  // Its warnings are about development settings, which these are.
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The provider's page for development does not say how it has checked the person (`amr`). */
function tellFactors(provider: Provider, people: Map<string, Claims>): void {
  const finish = provider.interactionFinished.bind(provider);
  provider.interactionFinished = (request, response, { login, ...result }, options) => {
    const amr = login && people.get(login.accountId)?.amr;
    const told = login ? { login: { ...login, ...(amr ? { amr: [...amr] } : {}) } } : {};
    return finish(request, response, { ...result, ...told }, options);
  };
}

function configure(callback: string, people: Map<string, Claims>): Configuration {
  return {
    clients: [{ client_id: oidcClient.id, client_secret: oidcClient.secret, redirect_uris: [callback] }],
    claims: { openid: ['sub', 'amr', 'role', 'groups'], email: ['email', 'email_verified'] },
    cookies: { keys: ['key of the tests'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
  };
}

/** Keeps cookies and follows redirects, until one leads to the callback. */
export class TinyBrowser {
  readonly #jar = new Map<string, string>();

  /** Signs in at the provider as this person, and returns the address that it sends the browser back to. */
  async signIn(url: string, login: string, callback: string): Promise<URL> {
    let page = await this.#open(new URL(url), callback);
    for (let forms = 0; 'html' in page && forms < 4; forms++) page = await this.#submit(page, login, callback);
    if ('html' in page) throw new Error(`no way back from ${page.url.href}: ${page.html.slice(0, 500)}`);
    return page.callback;
  }

  /** The provider's forms for development: first the name, then the consent. */
  #submit({ url, html }: { url: URL; html: string }, login: string, callback: string) {
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(html) ?? [];
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) });
    return this.#open(new URL(action, url), callback, { method: 'POST', body });
  }

  async #open(
    url: URL,
    callback: string,
    init: RequestInit = {},
  ): Promise<{ callback: URL } | { url: URL; html: string }> {
    const cookie = [...this.#jar].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const [pair = ''] of answer.headers.getSetCookie().map((line) => line.split(';'))) {
      const [name = '', ...value] = pair.split('=');
      this.#jar.set(name, value.join('='));
    }
    const location = answer.headers.get('location');
    if (location === null) return { url, html: await answer.text() };
    const next = new URL(location, url);
    return next.href.startsWith(callback) ? { callback: next } : this.#open(next, callback);
  }
}
