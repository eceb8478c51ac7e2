import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { appWith, testServer } from '../../server/test/harness.js';
import { caller } from '../../server/test/people.js';

/** The README's recipes, run unchanged, one after the other against one server. */
const folder = fileURLToPath(new URL('../', import.meta.url));
const recipe = /^## (.*?)$[\s\S]*?```js\n([\s\S]*?)```\n```text\n([\s\S]*?)```/gm;

/** The people that the recipes use. */
async function createPeople(app: Awaited<ReturnType<typeof appWith>>): Promise<void> {
  const anybody = caller(undefined, app);
  const names = { email: 'carl@example.org', password: 'Correct-horse-7#', firstName: 'Carl', lastName: 'Stone' };
  const carl = await anybody.post('/auth/signup', { ...names, role: 'CAREGIVER' });
  const rose = { email: 'rose@example.org', password: 'Battery-staple-8#', firstName: 'Rose', lastName: 'Hill' };
  const made = await caller(carl.body.token, app).post('/patients', rose);
  expect([carl.status, made.status]).toEqual([201, 201]);
}

beforeAll(testServer);

test('every recipe runs and prints what the README shows', async () => {
  const recipes = [...readFileSync(`${folder}README.md`, 'utf8').matchAll(recipe)];
  expect(recipes.length).toBeGreaterThanOrEqual(5);
  // One reading a second, as in production: the second recipe meets the limit.
  const app = await appWith({ limitSensor: { points: 1, windowMs: 1_000 } });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await createPeople(app);
  for (const [, title = '', code = '', shown = ''] of recipes) {
    const program = code.replaceAll('http://localhost:3000', origin);
    const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', program], { cwd: folder });
    const pattern = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    expect(stdout, title).toMatch(new RegExp(`^${pattern.join('.*')}$`));
  }
  await app.close();
  // Each recipe is a Node process of its own.
});
