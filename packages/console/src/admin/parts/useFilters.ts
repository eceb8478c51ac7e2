import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

/** The values a filter may have, its default first; `anything` allows any text. */
type Choices = Readonly<Record<string, readonly string[] | 'anything'>>;
type Chosen<C extends Choices> = {
  readonly [Key in keyof C]: C[Key] extends readonly (infer Value)[] ? Value : string;
};

/**
 * Filters and page number are kept in the URL, so going back from a row shows the same list. The text of the search box
 * is not: URLs end up in browser histories and logs, and must not contain names.
 */
export function useFilters<const C extends Choices>(choices: C) {
  const given = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const chosen = Object.fromEntries(
    Object.entries(choices).map(([key, allowed]) => [key, toAllowed(given[key], allowed)]),
  ) as Chosen<C>;
  const go = (changes: Readonly<Record<string, string | number | undefined>>): void => {
    const kept = Object.entries({ ...given, ...changes }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '.', search: Object.fromEntries(kept) as never, replace: true, resetScroll: false });
  };
  return {
    chosen,
    choose: (key: keyof C & string, value: string): void => go({ [key]: value, page: undefined }),
    page: Math.max(1, Math.floor(Number(given.page)) || 1),
    setPage: (page: number): void => go({ page }),
    /** As query parameters: none when the search box is empty. */
    search: search === '' ? {} : { search },
    onSearch: (words: string): void => {
      setSearch(words);
      go({ page: undefined });
    },
  };
}

function toAllowed(given: unknown, allowed: readonly string[] | 'anything'): string {
  const value = given === undefined ? '' : String(given);
  if (allowed === 'anything') return value;
  return allowed.includes(value) ? value : (allowed[0] ?? '');
}
