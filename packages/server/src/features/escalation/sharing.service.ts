/** Chooses the escalation of a new fall: falls of one person may share one. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import { toState } from './escalation.rules.js';
import type { Escalation } from './escalation.store.js';
import { decideSharing, maxOpenPerPatient, type OpenEscalation } from './sharing.rules.js';
import * as store from './sharing.store.js';

export interface FallToPlace {
  readonly patientId: string;
  readonly severity: AlertSeverity;
  readonly waits: boolean;
}

export type Place =
  | { readonly sharing: 'begin' }
  /** The escalation to join. It is locked if `sharing` is 'raise'. */
  | { readonly sharing: 'raise' | 'join'; readonly escalation: Escalation };

/** The fields that the sharing rules need. */
export function toOpen(escalation: Escalation): OpenEscalation {
  const { severity, startedAt } = escalation;
  return { state: toState(escalation), severity, startedAtMs: Date.parse(startedAt) };
}

/**
 * Waits at most 0.5 s for a lock: a fall is recorded however long another process holds one. If the lock is not free by
 * then, the fall starts its own escalation, and people get one notice more than needed.
 */
export async function findPlace(ctx: Context, fall: FallToPlace, now: string): Promise<Place> {
  const first = await decide(ctx, fall, now);
  if (first.sharing !== 'begin') return first;
  await lockPatient(ctx, fall.patientId);
  // Decide again: another fall of this person may have started an escalation meanwhile.
  return decide(ctx, fall, now);
}

async function decide(ctx: Context, fall: FallToPlace, now: string): Promise<Place> {
  const { newest, openCount } = await store.findNewestOpen(ctx.db, fall.patientId, maxOpenPerPatient);
  const sharing = decideSharing(newest && toOpen(newest), openCount, fall, Date.parse(now));
  if (!newest || sharing === 'begin') return { sharing: 'begin' };
  if (sharing === 'join') return { sharing, escalation: newest };
  const escalation = await store.tryLockEscalation(ctx.db, newest.id);
  return escalation && escalation.closedAt === null ? { sharing, escalation } : { sharing: 'begin' };
}

/** 20 × 25 ms = 0.5 s in all: as long as a slow transaction of the same person takes. */
const lockTries = 20;
const lockPauseMs = 25;

async function lockPatient(ctx: Context, patientId: string): Promise<void> {
  for (let left = lockTries; left > 0; left -= 1) {
    if (await store.tryLockPatient(ctx.db, patientId)) return;
    await pause(lockPauseMs);
  }
}
