import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config.js';
import { listProblems } from './config-problems.js';

describe('a cell', () => {
  const cell = {
    CELL: 'north',
    DIRECTORY_URL: 'postgres://x/directory',
    DATABASE_URL: 'postgres://x/north',
    PUBLIC_URL: 'https://north.example.org',
  };

  test('has a name and a directory, or neither', () => {
    expect(loadConfig({})).toMatchObject({ cell: null, directoryUrl: null });
    expect(loadConfig(cell)).toMatchObject({ cell: 'north', directoryUrl: 'postgres://x/directory' });
    const { DIRECTORY_URL: _, ...alone } = cell;
    expect(listProblems(alone)).toEqual(['CELL and DIRECTORY_URL go together: set both or none']);
    expect(listProblems({ ...cell, CELL: 'North 1' })).toEqual([
      'CELL has "North 1"; expected lower-case letters, digits and -',
    ]);
  });

  test('needs PostgreSQL, and an address for the other cells', () => {
    expect(listProblems({ CELL: cell.CELL, DIRECTORY_URL: cell.DIRECTORY_URL })).toEqual([
      'CELL needs DATABASE_URL: the embedded database cannot be a cell',
      'CELL needs PUBLIC_URL: there the other cells pass on requests',
    ]);
  });
});
