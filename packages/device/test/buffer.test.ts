import { expect, test } from 'vitest';
import { MemoryBuffer } from '../src/buffer.js';
import { expectedOfBuffer, runBufferScenario } from './bufferScenario.js';

// The buffer of browsers passes the same test in test/processes/browser.test.ts.
test('keeps the order, replaces in place, drops quiet readings first', async () => {
  expect(await runBufferScenario((most) => new MemoryBuffer(most))).toMatchObject(expectedOfBuffer);
});
