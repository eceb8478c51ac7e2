import createClient from 'openapi-fetch';
import type { paths } from './api.js';
import { FallwatchError } from './error.js';
import { type FollowOptions, followLive, type LiveEvent } from './live.js';
import type { DataOf, EnvelopeOf, Input, Method, PagedPath, PathOf, Rest, RowOf } from './operations.js';

export interface FallwatchOptions {
  /** Where the service is, without `/api`: `https://care.example.org`. */
  readonly baseUrl: string;
  /** Of a session opened before. */
  readonly token?: string;
  /** Instead of the platform's own `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The account that a session belongs to. */
export type Account = DataOf<'post', '/api/auth/login'>;

interface Parts {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Send = (
  method: Method,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const pageSize = 100;

/**
 * The API as functions: `await fallwatch.get('/api/caregivers/alerts')` answers the alerts, typed by the API document.
 * What the service refuses is thrown as a `FallwatchError`.
 */
export class Fallwatch {
  /** Of the open session; set by `logIn`, `signUp` and `acceptInvitation`, cleared by `logOut`. */
  token: string | undefined;
  readonly #send: Send;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #baseUrl: string;

  constructor({ baseUrl, token, fetch }: FallwatchOptions) {
    this.token = token;
    this.#baseUrl = baseUrl;
    this.#fetch = fetch ?? ((request) => globalThis.fetch(request));
    const client = createClient<paths>({ baseUrl, ...(fetch ? { fetch } : {}) });
    this.#send = client.request as Send;
  }

  get<P extends PathOf<'get'>>(path: P, ...[input]: Rest<Input<'get', P>>): Promise<DataOf<'get', P>> {
    return this.#data('get', path, input);
  }

  post<P extends PathOf<'post'>>(path: P, ...[input]: Rest<Input<'post', P>>): Promise<DataOf<'post', P>> {
    return this.#data('post', path, input);
  }

  put<P extends PathOf<'put'>>(path: P, ...[input]: Rest<Input<'put', P>>): Promise<DataOf<'put', P>> {
    return this.#data('put', path, input);
  }

  delete<P extends PathOf<'delete'>>(path: P, ...[input]: Rest<Input<'delete', P>>): Promise<DataOf<'delete', P>> {
    return this.#data('delete', path, input);
  }

  /** One page with its `pagination`. */
  page<P extends PagedPath>(path: P, ...[input]: Rest<Input<'get', P>>): Promise<EnvelopeOf<'get', P>> {
    return this.#envelope<'get', P>('get', path, input);
  }

  /** All rows of a list, page after page, fetched as they are asked for. */
  async *each<P extends PagedPath>(path: P, ...[input]: Rest<Input<'get', P>>): AsyncGenerator<RowOf<P>, void> {
    const parts: Parts = input ?? {};
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { limit: pageSize, ...parts.query, page };
      const answer = await this.#envelope<'get', P>('get', path, { ...parts, query });
      const { data, pagination } = answer as { data: RowOf<P>[]; pagination: { totalPages: number } };
      yield* data;
      pages = pagination.totalPages;
    }
  }

  /** What happens, while it happens: alerts, acknowledgements, messages. Comes back by itself when the line breaks. */
  follow(options: FollowOptions = {}): AsyncGenerator<LiveEvent, void> {
    return followLive(async (lastEventId, signal) => {
      const headers = { ...this.#authorization(), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
      const response = await this.#fetch(new Request(`${this.#baseUrl}/api/events`, { headers, signal }));
      if (response.ok) return response;
      throw FallwatchError.ofAnswer(response, await response.json().catch(() => undefined));
    }, options);
  }

  async logIn(credentials: Input<'post', '/api/auth/login'>['body']): Promise<Account> {
    return this.#open(await this.#envelope('post', '/api/auth/login', { body: credentials }));
  }

  async signUp(person: Input<'post', '/api/auth/signup'>['body']): Promise<DataOf<'post', '/api/auth/signup'>> {
    return this.#open(await this.#envelope('post', '/api/auth/signup', { body: person }));
  }

  async acceptInvitation(acceptance: Input<'post', '/api/auth/invitations/accept'>['body']): Promise<Account> {
    return this.#open(await this.#envelope('post', '/api/auth/invitations/accept', { body: acceptance }));
  }

  /** The token is forgotten whatever the service says: a session that has ended already is ended. */
  async logOut(): Promise<void> {
    try {
      await this.post('/api/auth/logout');
    } catch (error) {
      if (!(error instanceof FallwatchError && error.status === 401)) throw error;
    } finally {
      this.token = undefined;
    }
  }

  #open<A>({ data, token }: { data: A; token: string }): A {
    this.token = token;
    return data;
  }

  #authorization(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  async #data<M extends Method, P extends PathOf<M>>(method: M, path: P, parts?: Parts): Promise<DataOf<M, P>> {
    const envelope = (await this.#envelope<M, P>(method, path, parts)) as { data?: unknown } | undefined;
    return envelope?.data as DataOf<M, P>;
  }

  async #envelope<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    { path: pathParameters, query, body, headers, signal }: Parts = {},
  ): Promise<EnvelopeOf<M, P>> {
    const { data, error, response } = await this.#send(method, path, {
      params: { path: pathParameters ?? {}, query: query ?? {} },
      headers: { ...this.#authorization(), ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    }).catch((cause: unknown) => {
      throw FallwatchError.ofNoAnswer(cause);
    });
    if (!response.ok) throw FallwatchError.ofAnswer(response, error);
    return data as EnvelopeOf<M, P>;
  }
}
