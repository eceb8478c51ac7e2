/**
 * ANALYZE of large tables takes longer than a request may. So it runs on a connection with a longer time limit (10
 * minutes per statement), one run at a time over all processes, and the request returns the progress after 3 s.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, inTransaction, type Platform } from '../../platform/context.js';
import { type Db, openDatabase } from '../../platform/db/database.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { MaintenanceReport } from './maintenance.schema.js';
import * as store from './maintenance.store.js';

const task = 'optimize_database';
/** Well below the time-outs of proxies. A small database is done by then. */
const answerAfterMs = 3_000;
/** A repeated request within this time returns the finished run instead of starting a new one. */
const freshForMs = 60_000;

/** By then another process that has just taken the lock has written its start. */
const otherBeginsMs = 250;

export async function optimizeDatabase(ctx: Context, isDryRun: boolean): Promise<MaintenanceReport> {
  if (isDryRun) {
    await recordSystemLog(ctx, 'TASK_TRIED', { task }, ctx.actor.id);
    return toReport({ task, startedAt: ctx.now(), finishedAt: ctx.now(), done: [] }, true);
  }
  const latest = await store.findRun(ctx.db, task);
  if (latest?.finishedAt && ctx.clock.nowMs() - Date.parse(latest.finishedAt) < freshForMs) return toReport(latest);
  const work = ctx.state.optimizeDatabase(ctx);
  await Promise.race([work, pause(answerAfterMs, undefined, { ref: false })]);
  const run = await store.findRun(ctx.db, task);
  if (!run) throw new Error('A run that has begun has a row');
  return toReport(run);
}

function toReport(run: store.MaintenanceRun, dryRun = false): MaintenanceReport {
  const { startedAt, finishedAt, done } = run;
  const tablesLeft = finishedAt ? {} : { tablesLeft: store.busyTables.filter((table) => !done.includes(table)) };
  const result = { tablesAnalyzed: done, ...tablesLeft, dryRun };
  return { task, status: finishedAt ? 'COMPLETED' : 'RUNNING', result, startedAt, finishedAt };
}

declare module '../../platform/context.js' {
  interface ProcessState {
    /** Callers in this process share one run. */
    readonly optimizeDatabase: (ctx: Context) => Promise<void>;
  }
}

export function createOptimizer({ log }: Platform): (ctx: Context) => Promise<void> {
  let running: Promise<void> | undefined;
  return (ctx) => {
    if (running) return running;
    const work = runOnce(ctx).finally(() => {
      running = undefined;
    });
    running = work;
    // Nobody may be waiting for the result: the caller may already have its answer.
    work.catch((error: unknown) => log.error({ err: error, task }, 'maintenance task failed'));
    return work;
  };
}

/** Returns at once when another process is running it. The embedded database has one connection and one process. */
async function runOnce(ctx: Context): Promise<void> {
  if (ctx.config.databaseUrl === null) return analyzeAll(ctx, ctx.db);
  const db = await openDatabase(ctx.config, ctx.log, 'upkeep');
  try {
    if (await store.tryLockRun(db)) await analyzeAll(ctx, db);
    else await pause(otherBeginsMs);
  } finally {
    await db.destroy();
  }
}

async function analyzeAll(ctx: Context, db: Db): Promise<void> {
  const run = { task, startedAt: ctx.now(), finishedAt: null, done: [] as string[] };
  await store.upsertRun(db, run);
  for (const table of store.busyTables) {
    await store.analyzeTable(db, table);
    run.done.push(table);
    await store.upsertRun(db, run);
  }
  // In one transaction: when the run is shown as finished, the system log has its row.
  await inTransaction({ ...ctx, db }, async (ctx) => {
    await store.upsertRun(ctx.db, { ...run, finishedAt: ctx.now() });
    await recordSystemLog(ctx, 'TASK_COMPLETED', { task }, ctx.actor.id);
  });
}
