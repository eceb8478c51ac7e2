import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import type { DataOf, Input, PathOf } from '../src/index.js';

/** The package as its users get it. Needs a build. */
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const mostBytes = 15_000;

test('weighs less than 15 kB minified, dependency included', async () => {
  const outputs = await build({
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry: `${dist}index.js`, formats: ['iife'], name: 'fallwatch' } },
  });
  const [output] = [outputs].flat();
  const chunks = output && 'output' in output ? output.output : [];
  const bytes = chunks.reduce((sum, chunk) => sum + ('code' in chunk ? Buffer.byteLength(chunk.code) : 0), 0);
  process.stdout.write(`@fallwatch/client, minified: ${bytes} bytes\n`);
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThan(mostBytes);
});

test('no public signature contains any', () => {
  const declarations = readdirSync(dist).filter((name) => name.endsWith('.d.ts'));
  expect(declarations).toContain('fallwatch.d.ts');
  const spoken = (name: string) => readFileSync(dist + name, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  expect(declarations.filter((name) => /\bany\b/.test(spoken(name)))).toEqual([]);
});

// Checked by the compiler: nothing below runs. `any` would hide these mistakes.
type IsAny<T> = 0 extends 1 & T ? true : false;
type AnyAmong<T> = true extends { [K in keyof T]: IsAny<T[K]> }[keyof T] ? true : false;
const noAnswerIsAny: false = false as
  | AnyAmong<{ [P in PathOf<'get'>]: DataOf<'get', P> }>
  | AnyAmong<{ [P in PathOf<'post'>]: DataOf<'post', P> }>
  | AnyAmong<{ [P in PathOf<'put'>]: Input<'put', P> }>;

test('the types follow the API document', () => {
  expect(noAnswerIsAny).toBe(false);
  const mistakes = (fallwatch: import('../src/index.js').Fallwatch) => [
    // @ts-expect-error no such path
    fallwatch.get('/api/nothing'),
    // @ts-expect-error the path has an id
    fallwatch.get('/api/falls/{id}'),
    // @ts-expect-error content is required
    fallwatch.post('/api/messages', { body: { recipientId: '' } }),
    // @ts-expect-error no such level
    fallwatch.page('/api/falls', { query: { status: 'MAYBE' } }),
    // @ts-expect-error alerts do not come in pages
    fallwatch.page('/api/caregivers/alerts'),
    // @ts-expect-error a profile has no such field
    fallwatch.get('/api/me').then((me) => me.surname),
  ];
  expect(mistakes).toBeTypeOf('function');
});
