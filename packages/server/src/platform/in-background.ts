import type { Context } from './context.js';

/** For work that the answer does not wait for. `problem` is logged if it fails. */
export function inBackground(ctx: Context, problem: string, work: () => Promise<unknown>): void {
  // It would run after the commit, in a transaction that has ended.
  if (ctx.db.isTransaction) throw new Error('Start work in the background after the commit');
  work().catch((error: unknown) => ctx.log.error({ err: error }, problem));
}
