import type { Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, visit, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_size');
});
afterAll(() => world?.close());

test('the first load is at most 220 kB of compressed script, without the pages of other roles', async () => {
  const { page, close } = await visit(world);
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response);
  });
  await page.goto(world.origin);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.waitForTimeout(500);
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  const names = scripts.map((response) => new URL(response.url()).pathname);
  expect(scripts.filter((response) => response.headers()['content-encoding'] !== 'gzip')).toEqual([]);
  process.stdout.write(`first load: ${names.length} scripts, ${Math.round(bytes / 1_000)} kB packed\n`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(220_000);
  expect(names.join()).not.toMatch(/Maintenance|Board|uPlot/);
  await close();
});
