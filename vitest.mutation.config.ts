import { defineConfig } from 'vitest/config';

/** The unit tests of the rules that `npm run mutation` changes: no server, no database. */
export default defineConfig({
  test: {
    include: ['packages/server/src/features/{alerts,deliveries,troubles}/*.rules.test.ts'],
  },
});
