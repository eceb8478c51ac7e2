import type { Db } from '../src/platform/db/database.js';
import { testServer } from './harness.js';

class RolledBack extends Error {}

/** Runs the work in a transaction that is rolled back: its rows concern no other test. */
export async function rolledBack(work: (db: Db) => Promise<void>): Promise<void> {
  const { platform } = await testServer();
  const run = platform.db.transaction().execute(async (db) => {
    await work(db);
    throw new RolledBack();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
