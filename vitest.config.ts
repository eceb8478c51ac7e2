import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: ['packages/server/test/servers.ts'],
  pool: 'forks' as const,
  // One database per worker, shared by its files: starting an embedded one takes seconds and most of a core.
  // Tests make their own people and clean nothing.
  isolate: false,
  maxWorkers: process.env.TEST_PROFILE === 'cluster' ? 2 : 1,
  // Long enough for the slowest machine: these end what hangs. Times that we promise are in test/times.ts.
  testTimeout: process.env.FAULTS_SIZE === 'full' ? 1_800_000 : 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Packages whose tests start no server: the profile makes no difference to them. */
const pure = ['packages/{console,detection,device}/**/*.test.ts', 'packages/simulator/**/!(simulate).test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'features',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/*.test.ts', 'packages/*/test/spec/*.test.ts'],
          exclude: pure,
          setupFiles: ['packages/server/test/setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'pure',
          include: pure,
          exclude: ['**/node_modules/**', '**/dist*/**', '**/test/processes/**', 'packages/console/test/**'],
        },
      },
      {
        // Whole processes on real PostgreSQL, Redis and NATS: started, killed, compared. One file at a time.
        test: {
          ...shared,
          name: 'processes',
          include: ['packages/*/test/processes/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        // The console in a real browser, on the built server. One file at a time.
        test: {
          ...shared,
          name: 'console',
          include: ['packages/console/test/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        // Messages to people over real peers: mail server, SMS gateway, telephones, browsers. One file at a time.
        test: {
          ...shared,
          name: 'channels',
          include: ['packages/server/test/channels/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        // Installations of their own whose parts are killed, frozen and unplugged. One file at a time.
        test: {
          ...shared,
          name: 'faults',
          include: ['packages/server/test/faults/*.test.ts'],
          fileParallelism: false,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['packages/server/src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'packages/server/src/access/**': { lines: 95 },
        'packages/server/src/platform/http/**': { lines: 95 },
      },
    },
  },
});
