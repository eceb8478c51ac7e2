import { type RawBuilder, sql } from 'kysely';

/** Whether the text contains these words. Ignores case; % and _ are literal. */
export function contains(text: RawBuilder<string>, words: string): RawBuilder<boolean> {
  return sql<boolean>`${text} ilike ${`%${words.trim().replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** The text that a search for a person matches. Name and e-mail on separate lines: a match cannot span both. */
export const personText = sql<string>`users.first_name || ' ' || users.last_name || chr(10) || users.email`;
