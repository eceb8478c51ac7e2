/** A person's own alert threshold: offered by their answered falls, set and removed by people, ended by a real fall. */
import { type Explanation, isUpTo, maxPersonalThreshold, withholdsAlert } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { answersDays, countAnswers, findOffer, isSilent, type Said, toAnswer } from './thresholds.rules.js';
import type { AlertThreshold, NewAlertThreshold } from './thresholds.schema.js';
import * as store from './thresholds.store.js';

export async function readThreshold(ctx: Context, patientId: string): Promise<AlertThreshold> {
  const {
    threshold = null,
    setAt = null,
    setBy = null,
    setByName = null,
  } = (await store.findNamedThreshold(ctx.db, patientId)) ?? {};
  const falls = await listFalls(ctx, patientId);
  return { patientId, threshold, setAt, setBy, setByName, offer: findOffer(falls), answers: countAnswers(falls) };
}

function listFalls(ctx: Context, patientId: string) {
  const since = new Date(ctx.clock.nowMs() - answersDays * 86_400_000).toISOString();
  return store.listFoundFalls(ctx.db, patientId, since);
}

/** At most what is offered: the answers may have changed since the caller read them. */
export function setThreshold(
  ctx: Context,
  patientId: string,
  { threshold }: NewAlertThreshold,
): Promise<AlertThreshold> {
  return inTransaction(ctx, async (ctx) => {
    await store.lockPatient(ctx.db, patientId);
    const offer = findOffer(await listFalls(ctx, patientId));
    if (offer === null || !isUpTo(offer, threshold))
      throw conflict(
        `The answers about this person allow ${offer === null ? 'no threshold' : `at most ${offer}`} now.`,
      );
    await store.upsertThreshold(ctx.db, { patientId, threshold, setAt: ctx.now(), setBy: actorId(ctx) });
    await recordAudit(ctx, 'threshold.set', patientId);
    return readThreshold(ctx, patientId);
  });
}

/** Idempotent. */
export function removeThreshold(ctx: Context, patientId: string): Promise<AlertThreshold> {
  return inTransaction(ctx, async (ctx) => {
    if (await store.deleteThreshold(ctx.db, patientId)) await recordAudit(ctx, 'threshold.remove', patientId);
    return readThreshold(ctx, patientId);
  });
}

interface DetectedFall {
  readonly userId: string;
  readonly confidence: number;
  /** Only falls that the detector found have one. */
  readonly explanation: Explanation | null;
}

/** The person's threshold, if it withholds the alert about this fall. Reads the database for POTENTIAL falls only. */
export async function findWithholdingThreshold(ctx: Context, fall: DetectedFall): Promise<number | null> {
  const { userId, confidence, explanation } = fall;
  if (explanation === null || isSilent(explanation) || !withholdsAlert(maxPersonalThreshold, confidence)) return null;
  const own = await store.findThreshold(ctx.db, userId);
  return own && withholdsAlert(own.threshold, confidence) ? own.threshold : null;
}

/** Call it after every answer about a fall: a real fall up to the threshold ends it. */
export async function endAfterAnswer(ctx: Context, fall: DetectedFall & Said): Promise<void> {
  const { userId, confidence, explanation } = fall;
  if (explanation === null || toAnswer(fall) !== 'REAL') return;
  await store.lockPatient(ctx.db, userId);
  const own = await store.findThreshold(ctx.db, userId);
  if (!own || !isUpTo(own.threshold, confidence)) return;
  await store.deleteThreshold(ctx.db, userId);
  await recordAudit(ctx, 'threshold.end', userId);
  ctx.log.info({ patientId: userId }, 'a real fall ended a personal alert threshold');
}
