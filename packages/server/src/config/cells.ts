/** One installation as a cell of several: docs/cells.md. */
import { expect, variable } from './forms.js';
import { databaseAddress } from './tls-files.js';

export const cellSettings = {
  cell: variable({
    name: 'CELL',
    form: 'lower-case letters, digits and `-`',
    shown: 'none: the only one',
    about: 'Name of this installation among several that share a directory: see [cells](cells.md).',
    read: (raw): string | null => expect(/^[a-z0-9-]{1,40}$/.test(raw), raw),
    fallback: (): string | null => null,
  }),
  directoryUrl: variable({
    name: 'DIRECTORY_URL',
    isSecret: true,
    form: '`postgres://user:password@host:5432/name`',
    shown: 'none',
    about: 'A PostgreSQL database, the same for all cells, that knows the cell of every person.',
    read: databaseAddress,
    fallback: (): string | null => null,
  }),
};

export function cellProblems(
  values: Readonly<Record<string, unknown>>,
  { PUBLIC_URL }: Readonly<Record<string, string | undefined>>,
): string[] {
  const { cell, directoryUrl, databaseUrl } = values;
  if ((cell === null) !== (directoryUrl === null)) return ['CELL and DIRECTORY_URL go together: set both or none'];
  if (cell === null) return [];
  const problems: string[] = [];
  if (databaseUrl === null) problems.push('CELL needs DATABASE_URL: the embedded database cannot be a cell');
  if (!PUBLIC_URL) problems.push('CELL needs PUBLIC_URL: there the other cells pass on requests');
  return problems;
}
