import { afterAll, beforeAll, expect } from 'vitest';
import { checkEventsOfFile } from './event-shapes.js';
import { retireEverybody } from './harness.js';

declare module 'vitest' {
  interface Matchers {
    /** Checks the status of an API answer; shows the body if it differs. */
    toHaveStatus(status: number): void;
  }
}

expect.extend({
  toHaveStatus(answer: { status: number; body: unknown }, status: number) {
    return {
      pass: answer.status === status,
      message: () => `expected status ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`,
    };
  },
});

beforeAll(retireEverybody);
afterAll(checkEventsOfFile);
