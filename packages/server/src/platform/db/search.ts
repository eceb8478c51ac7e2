import { type RawBuilder, sql } from 'kysely';

/**
 * Each word of a search must match. `matches` gets a word without case and diacritics, as the function fold_text of the
 * database returns it.
 */
export function matchesWords(
  search: string,
  matches: (word: RawBuilder<string>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const words = search.trim().split(/\s+/);
  return sql<boolean>`(${sql.join(
    words.map((word) => matches(sql<string>`fold_text(${word})`)),
    sql` and `,
  )})`;
}

/** Whether the word is a part of the person's name, e-mail, room or ward. */
export const isOfPerson = (word: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(strpos(users.search_key, ${word}) > 0
    or users.id in (select user_id from patient_details where strpos(search_key, ${word}) > 0))`;
