import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

/** What a filter may be, its usual value first; `anything` is free. */
type Choices = Readonly<Record<string, readonly string[] | 'anything'>>;
type Chosen<C extends Choices> = {
  readonly [Key in keyof C]: C[Key] extends readonly (infer Value)[] ? Value : string;
};

/**
 * Filters and the page, kept in the address: the way back from a row leads to the same list. What is typed into a search
 * box is not: an address ends up in histories and logs, and a name is nobody's business there.
 */
export function useFilters<const C extends Choices>(choices: C) {
  const given = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const chosen = Object.fromEntries(
    Object.entries(choices).map(([key, allowed]) => [key, allowedOf(given[key], allowed)]),
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
    /** As a part of the question: nothing when nothing was typed. */
    search: search === '' ? {} : { search },
    onSearch: (words: string): void => {
      setSearch(words);
      go({ page: undefined });
    },
  };
}

function allowedOf(given: unknown, allowed: readonly string[] | 'anything'): string {
  const value = given === undefined ? '' : String(given);
  if (allowed === 'anything') return value;
  return allowed.includes(value) ? value : (allowed[0] ?? '');
}
