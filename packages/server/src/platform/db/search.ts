import { type RawBuilder, sql } from 'kysely';

/** Does the text hold these words? Case does not matter; % and _ mean themselves. */
export function contains(text: RawBuilder<string>, words: string): RawBuilder<boolean> {
  return sql<boolean>`${text} ilike ${`%${words.trim().replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** What somebody is looked for by. A line each: words that are looked for do not run from a name into an address. */
export const personText = sql<string>`users.first_name || ' ' || users.last_name || chr(10) || users.email`;
