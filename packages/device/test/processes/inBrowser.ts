import { IndexedDbBuffer } from '../../src/indexedDbBuffer.js';
import { expectedOfBuffer, runBufferScenario } from '../bufferScenario.js';

/** Bundled for a page by browser.test.ts. */
export const inBrowser = {
  expected: expectedOfBuffer,
  runScenario: () => runBufferScenario((most) => new IndexedDbBuffer('scenario', most)),
  /** What the page before left. */
  countLeft: () => new IndexedDbBuffer('scenario', 5).count(),
};
Object.assign(globalThis, { inBrowser });
