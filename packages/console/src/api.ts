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

/** The one way to the service. The session is the cookie's: no script ever holds a token. */
export const api = new Fallwatch({ baseUrl: window.location.origin });

export const mePath = '/api/me';

export const isEnded = (error: unknown): boolean => error instanceof FallwatchError && error.status === 401;

/** Refusals are final; only what may go well the next time is tried again. */
const mayGoWell = (error: unknown): boolean =>
  error instanceof FallwatchError && (error.status === 0 || error.status >= 500 || error.status === 429);

/** As long as the service asks for; else growing. */
const pauseMs = (failures: number, error: unknown): number =>
  error instanceof FallwatchError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1_000
    : Math.min(1_000 * 2 ** failures, 15_000);

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // Signed out elsewhere, deactivated, expired: whichever answer says so first, the sign-in page follows.
      if (isEnded(error) && queryKey[0] !== mePath) void queries.invalidateQueries({ queryKey: [mePath] });
    },
  }),
  defaultOptions: {
    queries: {
      // The live stream says when something is outdated; this is the net below it.
      staleTime: 15_000,
      refetchInterval: 60_000,
      retry: (failures, error) => failures < 5 && mayGoWell(error),
      retryDelay: pauseMs,
      // Asked even when the browser believes to be offline: it is often wrong in a home network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

type Given<T> = Omit<T, keyof CallOptions>;
type Rest<T> = object extends T ? [input?: T] : [input: T];

/** What a path answers, kept and kept fresh. */
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

/** One page of a list; the page before stays in sight until the next one is there. */
export function usePage<P extends PagedPath>(
  path: P,
  ...[input]: Rest<Given<Input<'get', P>>>
): UseQueryResult<EnvelopeOf<'get', P>> {
  const ask = api.page.bind(api) as unknown as (path: P, input: object) => Promise<EnvelopeOf<'get', P>>;
  return useQuery({
    queryKey: [path, 'page', input ?? {}],
    queryFn: ({ signal }) => ask(path, { ...input, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every row of a list, for those that people see whole. */
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

/** Whatever was kept of these paths is asked for again. */
export function refresh(...paths: readonly PathOf<'get'>[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => (paths as readonly unknown[]).includes(queryKey[0]),
  });
}
