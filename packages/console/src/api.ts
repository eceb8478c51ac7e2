import type { DataOf, EnvelopeOf, RowOf } from '@fallwatch/client';
import {
  type CallOptions,
  Fallwatch,
  FallwatchError,
  type Input,
  type PagedPath,
  type PathOf,
} from '@fallwatch/client';
import { keepPreviousData, QueryCache, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';

/** The only client of the service. The session is in an HTTP-only cookie: no script ever holds a token. */
export const api = new Fallwatch({ baseUrl: window.location.origin });

export const mePath = '/api/me';

export const isEnded = (error: unknown): boolean => error instanceof FallwatchError && error.status === 401;

/** True for failures that may succeed on a retry: no connection, 5xx and 429. Every other refusal is final. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof FallwatchError && (error.status === 0 || error.status >= 500 || error.status === 429);

/** The server's Retry-After if there is one, else a growing delay. */
export const retryDelayMs = (failures: number, error: unknown): number =>
  error instanceof FallwatchError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1_000
    : Math.min(1_000 * 2 ** failures, 15_000);

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // The session has ended (logged out elsewhere, deactivated, expired): asking for `/me` leads to the sign-in page.
      if (isEnded(error) && queryKey[0] !== mePath) void queries.invalidateQueries({ queryKey: [mePath] });
    },
  }),
  defaultOptions: {
    queries: {
      // The live stream says when data is outdated; polling covers events that the stream missed.
      staleTime: 15_000,
      refetchInterval: 60_000,
      retry: (failures, error) => failures < 5 && isRetryable(error),
      retryDelay: retryDelayMs,
      // Sends even when the browser reports that it is offline: in home networks it is often wrong.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

type Given<T> = Omit<T, keyof CallOptions>;
type Rest<T> = object extends T ? [input?: T] : [input: T];

/** Fetches a path, caches the answer and keeps it up to date. */
export function useGet<P extends PathOf<'get'>>(
  path: P,
  ...[input]: Rest<Given<Input<'get', P>>>
): UseQueryResult<DataOf<'get', P>> {
  const ask = api.get.bind(api) as (path: P, input: object) => Promise<DataOf<'get', P>>;
  return useQuery({
    queryKey: [path, input ?? {}],
    queryFn: async ({ signal }) => (await ask(path, { ...input, signal })) ?? (null as DataOf<'get', P>),
  });
}

/** The client's type allows paged paths only. */
const askWhole = api.page.bind(api) as unknown as <P extends PathOf<'get'>>(
  path: P,
  input: object,
) => Promise<EnvelopeOf<'get', P>>;

/** The whole answer, for paths that say more than `data`. */
export function useWhole<P extends PathOf<'get'>>(
  path: P,
  ...[input]: Rest<Given<Input<'get', P>>>
): UseQueryResult<EnvelopeOf<'get', P>> {
  return useQuery({
    queryKey: [path, 'whole', input ?? {}],
    queryFn: ({ signal }) => askWhole(path, { ...input, signal }),
  });
}

/** One page of a list. The previous page stays visible until the next one has loaded. */
export function usePage<P extends PagedPath>(
  path: P,
  ...[input]: Rest<Given<Input<'get', P>>>
): UseQueryResult<EnvelopeOf<'get', P>> {
  return useQuery({
    queryKey: [path, 'page', input ?? {}],
    queryFn: ({ signal }) => askWhole(path, { ...input, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All rows of a list, for lists that are shown whole. */
export function useAll<P extends PagedPath>(
  path: P,
  ...[input]: Rest<Given<Input<'get', P>>>
): UseQueryResult<RowOf<P>[]> {
  const each = api.each.bind(api) as unknown as (path: P, input: object) => AsyncGenerator<RowOf<P>, void>;
  return useQuery({
    queryKey: [path, 'all', input ?? {}],
    queryFn: async ({ signal }) => {
      const rows: RowOf<P>[] = [];
      for await (const row of each(path, { ...input, signal })) rows.push(row);
      return rows;
    },
  });
}

/** Fetches these paths again wherever they are cached. */
export function refresh(...paths: readonly PathOf<'get'>[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => (paths as readonly unknown[]).includes(queryKey[0]),
  });
}
