import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A hazard whose test was renamed or deleted would look controlled but would not be. */
test('every test that docs/hazards.md names exists', () => {
  const document = readFileSync(join(repository, 'docs/hazards.md'), 'utf8');
  const named = [...document.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path);
  const isThere = (path: string): boolean =>
    existsSync(join(repository, path.startsWith('packages/') ? path : `packages/server/${path}`));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});
