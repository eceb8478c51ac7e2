import { expect, test } from 'vitest';
import { connectionArguments, runProgram } from './programs.js';

test('the password is in the environment of the program, not in its arguments', () =>
  expect(connectionArguments('postgres://u:p%40ss@h:5433/n?sslmode=verify-full')).toEqual({
    args: ['--dbname', 'postgres://u@h:5433/n?sslmode=verify-full'],
    env: { PGPASSWORD: 'p@ss' },
  }));

test('a program that is absent, and one that fails, are errors that say so', async () => {
  await expect(runProgram('pg_nothing', [])).rejects.toThrow('pg_nothing is not installed');
  await expect(runProgram('ls', ['/nowhere'])).rejects.toThrow(/^ls failed: .*nowhere/);
});
