import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { inBrowser } from './inBrowser.js';

/** The buffer of browsers in a real one. It passes the same test as the one in memory. */
let browser: Browser;
let server: Server;

beforeAll(async () => {
  const entry = fileURLToPath(new URL('inBrowser.ts', import.meta.url));
  const outputs = await build({
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bundle' } },
  });
  const [output] = [outputs].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><script>${chunk?.code}</script>`);
  }).listen(0, '127.0.0.1');
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Made by the page's script. */
declare const window: { inBrowser: typeof inBrowser };

test('readings are kept in order, bounded, and outlive the page', async () => {
  const page = await browser.newPage();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await page.goto(url);
  const { expected, seen } = await page.evaluate(async () => ({
    expected: window.inBrowser.expected,
    seen: await window.inBrowser.runScenario(),
  }));
  expect(seen).toMatchObject(expected);
  await page.goto('about:blank');
  await page.goto(url);
  expect(await page.evaluate(() => window.inBrowser.countLeft())).toBe(expected.count);
});
