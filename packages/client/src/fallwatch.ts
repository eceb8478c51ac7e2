import createClient from 'openapi-fetch';
import type { ExtendedSession, InvitationAcceptance, LogIn, NewUser, paths, SessionUser, SignUp } from './api.js';
import { mayFollow } from './cell.rules.js';
import { FallwatchError } from './error.js';
import { type FollowOptions, followLive, type LiveEvent } from './live.js';
import type { CallOptions, DataOf, EnvelopeOf, Input, Method, PagedPath, PathOf, Rest, RowOf } from './operations.js';

export interface FallwatchOptions {
  /** The address of the service, without `/api`: `https://care.example.org`. */
  readonly baseUrl: string;
  /** The token of an existing session. */
  readonly token?: string;
  /** Used instead of the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The account that a session belongs to. */
export type Account = SessionUser;

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
 * The API as functions: `await fallwatch.get('/api/caregivers/alerts')` returns the alerts, typed by the API document.
 * Error answers are thrown as `FallwatchError`.
 */
export class Fallwatch {
  /** Token of the open session; set by `logIn`, `signUp`, `acceptInvitation` and `refresh`, cleared by `logOut`. */
  token: string | undefined;
  /**
   * Where requests go: `baseUrl`, or the person's cell once an answer has named it. It can be kept, and set again after
   * a restart.
   */
  address: string;
  readonly #send: Send;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #baseUrl: string;

  constructor({ baseUrl, token, fetch }: FallwatchOptions) {
    this.token = token;
    this.address = baseUrl;
    this.#baseUrl = baseUrl;
    this.#fetch = (request) => this.#follow(fetch ?? globalThis.fetch, request);
    const client = createClient<paths>({ fetch: this.#fetch });
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

  /** All rows of a list; pages are fetched as they are needed. */
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

  /** Live events: alerts, acknowledgements, messages. Reconnects automatically when the connection breaks. */
  follow(options: FollowOptions = {}): AsyncGenerator<LiveEvent, void> {
    return followLive(async (lastEventId, signal) => {
      const headers = { ...this.#authorization(), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
      const response = await this.#fetch(new Request(`${this.address}/api/events`, { headers, signal }));
      if (response.ok) return response;
      throw FallwatchError.ofAnswer(response, await response.json().catch(() => undefined));
    }, options);
  }

  async logIn(credentials: LogIn): Promise<Account> {
    return this.#open(await this.#envelope('post', '/api/auth/login', { body: credentials }));
  }

  async signUp(person: SignUp): Promise<NewUser> {
    return this.#open(await this.#envelope('post', '/api/auth/signup', { body: person }));
  }

  async acceptInvitation(acceptance: InvitationAcceptance): Promise<Account> {
    return this.#open(await this.#envelope('post', '/api/auth/invitations/accept', { body: acceptance }));
  }

  /** Extends the session, which gets a new token. Call it well before `expiresAt`. */
  async refresh(options: CallOptions = {}): Promise<ExtendedSession> {
    return this.#open(await this.#envelope('post', '/api/auth/refresh', options));
  }

  /** Clears the token whatever the service answers: the session may have ended already. */
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

  /** A cell that does not answer, also not in the time that the caller gives it, is left for `baseUrl`. */
  async #follow(send: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
    const { address } = this;
    try {
      const response = await send(request);
      const cell = response.headers.get('fallwatch-cell');
      if (cell !== null && mayFollow(cell, this.#baseUrl)) this.address = cell;
      return response;
    } catch (error) {
      if (this.address === address) this.address = this.#baseUrl;
      throw error;
    }
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
      baseUrl: this.address,
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
