import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { Reading } from '../src/index.js';
import { compileProgram } from '../study/cBuild.js';
import { runProgram, toDeviceUnits } from '../study/cRun.js';
import { type ExportedModel, listModels, writeSources } from '../study/cSources.js';
import { createRandom } from '../study/random.js';
import { assessAll } from '../study/shipped.js';
import { createStream, devices } from './streams.js';

const sources = fileURLToPath(new URL('../c', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-c-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Undefined behaviour and accesses outside of an array end the program. */
const checked = ['-fsanitize=address,undefined', '-fno-sanitize-recover'];

function compile(model: ExportedModel): string {
  const own = join(folder, model.name);
  writeSources(model, sources, own);
  return compileProgram(own, join(sources, 'test/run_seconds.c'), checked);
}

/** Seconds of uneven length: two readings of one second, and gaps that empty the window. */
function withUnevenClock(readings: readonly Reading[], seed: number): Reading[] {
  const random = createRandom(seed);
  let uptimeMs = 20_000;
  return readings.map((reading) => {
    uptimeMs += [1_000, 1_000, 980, 1_040, 300, 6_000][Math.floor(random() * 6)] as number;
    return { ...reading, uptimeMs };
  });
}

/** 512 readings: once every second, once with an uneven clock. */
function createStreams(name: string): Reading[][] {
  const device = devices[name] as (typeof devices)[string];
  const stream = (seed: number) => createStream(device, seed).map(toDeviceUnits);
  return [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => [
    [...stream(seed), ...stream(seed + 100)].map((reading, i) => ({ ...reading, uptimeMs: 50_000 + 1_000 * i })),
    withUnevenClock([...stream(seed + 200), ...stream(seed + 300)], seed),
  ]);
}

function modelFor(name: string): ExportedModel {
  const { rateHz, sampling, bodySite } = devices[name] as (typeof devices)[string];
  const input = rateHz === undefined ? (sampling ?? 'instant') : 'burst';
  return listModels().find((one) => one.input === input && one.site === (bodySite ?? 'unknown')) as ExportedModel;
}

describe('the detector in C decides as the one in TypeScript', () => {
  test.each(Object.keys(devices))('%s', (name) => {
    const streams = createStreams(name);
    const expected = streams.flatMap(assessAll);
    const { verdicts } = runProgram(compile(modelFor(name)), streams);
    expect(verdicts.map(({ level }) => level)).toEqual(expected.map(({ level }) => level));
    const gaps = expected.map(({ confidence }, i) => Math.abs(confidence - (verdicts[i]?.confidence ?? Number.NaN)));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1e-4 + 1e-9);
    // A comparison of readings that are all NO_FALL would show nothing.
    expect(new Set(verdicts.map(({ level }) => level)).size).toBeGreaterThan(1);
  });
});

test('the example in the README compiles and runs', () => {
  const [, example = ''] = /```c\n([\s\S]*?)```/.exec(readFileSync(join(sources, 'README.md'), 'utf8')) ?? [];
  const own = join(folder, 'example');
  writeSources(listModels().find(({ name }) => name === 'burst-wrist') as ExportedModel, sources, own);
  const main = join(folder, 'main.c');
  writeFileSync(main, example);
  expect(execFileSync(compileProgram(own, main, checked), { encoding: 'utf8' })).toBe('');
});
