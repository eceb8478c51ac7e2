import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answered } from './Answered.js';
import { List, type ListProps } from './List.js';
import { Paging } from './Paging.js';

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly page: number; readonly totalPages: number; readonly total: number };
}

interface ListingProps<Row> extends Omit<ListProps<Row>, 'rows'> {
  readonly of: UseQueryResult<PageOf<Row>>;
  readonly onPage: (page: number) => void;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** One page of rows, with page links. */
export function Listing<Row extends { readonly id: string }>({ of, onPage, empty, ...list }: ListingProps<Row>) {
  return (
    <Answered of={of}>
      {({ data, pagination }) =>
        pagination.total === 0 ? (
          empty
        ) : (
          <Stack>
            <List {...list} rows={data} />
            <Paging of={pagination} onPage={onPage} />
          </Stack>
        )
      }
    </Answered>
  );
}
