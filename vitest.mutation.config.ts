import { defineConfig } from 'vitest/config';

/** The unit tests of the code that `npm run mutation` changes: no server, no database. */
export default defineConfig({
  test: {
    // One worker for all files: a new one per file would take most of the time of a mutant.
    isolate: false,
    include: [
      'packages/detection/src/**/*.test.ts',
      'packages/server/src/features/{deliveries,devices,escalation,plans,thresholds,troubles,vital-limits}/*.rules.test.ts',
    ],
    // 1,000 random streams take 2.6 s for each mutant, and random input must not decide the score.
    exclude: ['packages/detection/src/assess.property.test.ts'],
  },
});
