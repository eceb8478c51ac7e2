import { FallwatchError } from '@fallwatch/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../frame/NotFoundPage.js';
import { ErrorNote, Loading } from './states.js';

/** Shows loading, an error or the data. Old data stays visible while it is fetched again. */
export function Answered<T>({
  of,
  children,
}: {
  readonly of: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: NonNullable<T>) => ReactNode;
}) {
  const { data, error, refetch } = of;
  if (data !== undefined && data !== null) return children(data as NonNullable<T>);
  if (error instanceof FallwatchError && (error.status === 404 || error.status === 403)) return <NotFoundPage />;
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}
