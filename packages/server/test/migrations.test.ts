import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * The release before must run on the schema of this one: during an upgrade beside it, and after a rollback. So a migration
 * adds, and does not take away: docs/operations.md, «Rollback». It is also tried: faults/upgrade.test.ts.
 */
const folder = fileURLToPath(new URL('../migrations/', import.meta.url));
const migrations = readdirSync(folder).filter((name) => name.endsWith('.sql'));

/** What takes away from the release before. A check that becomes narrower is not found here: look for it. */
const breaking: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\bdrop\s+(table|view|function|type|column)\b/, 'the release before may still use it'],
  [/\brename\b/, 'the release before knows the old name only: add the new one beside it'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/, 'the release before writes and reads the old type'],
  [/\bset\s+not\s+null\b/, 'the release before may write null'],
  [/\balter\s+column\s+\S+\s+drop\s+default\b/, 'the release before may rely on the default'],
  [
    /\badd\s+column\s(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/,
    'the release before writes without the column: give it a default',
  ],
  [
    /\badd\s+(?!column|constraint|check|unique|primary|foreign|value)\w+\s/,
    'write add column, so that this test sees it',
  ],
  [/\bdrop\s+index\b/, 'the release before may name it in ON CONFLICT'],
];

/** Reviewed: why the release before runs nevertheless. A part may be removed two releases after its last use. */
const reviewed: Readonly<Record<string, string>> = {
  '0007_hot_path.sql': 'indexes that no ON CONFLICT names',
  '0042_shared_escalations.sql': 'before the first release',
  '0058_contact_points.sql': 'before the first release',
  '0066_boot_ids.sql': 'empty partitions, created again at once, and a function of the migration itself',
  '0082_short_identities.sql': 'empty partitions, created again at once, and a function of the migration itself',
};

function listBreaking(text: string): string[] {
  const statements = text.toLowerCase().replace(/--.*$/gm, '');
  return breaking.filter(([pattern]) => pattern.test(statements)).map(([pattern, why]) => `${pattern.source}: ${why}`);
}

describe('a migration takes nothing away from the release before', () => {
  test.each(migrations)('%s', (name) => {
    const found = listBreaking(readFileSync(`${folder}${name}`, 'utf8'));
    expect(name in reviewed ? found.length > 0 : found).toEqual(name in reviewed ? true : []);
  });

  test.each([
    'alter table devices drop column battery;',
    'drop table scores;',
    'alter table users rename column email to address;',
    'alter table falls alter column confidence type real;',
    'alter table falls alter column status set not null;',
    'alter table falls alter column status drop default;',
    'alter table falls add column place text not null;',
    'alter table falls add place text not null;',
    'drop index deliveries_once;',
  ])('%s is found', (statement) => expect(listBreaking(statement)).toHaveLength(1));

  test.each([
    'alter table falls add column place text;',
    "alter table falls add column place text not null default '';",
    'alter table alerts alter column patient_id drop not null;',
    'create table scores (id uuid primary key, at timestamptz not null);',
    'alter table devices drop constraint kinds, add constraint kinds check (kind is not null);',
    '-- drop table scores; later',
  ])('%s is allowed', (statement) => expect(listBreaking(statement)).toEqual([]));
});
