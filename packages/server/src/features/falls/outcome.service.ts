/** What people recorded about the end of a fall, with every correction. */
import { actorId, type Context } from '../../platform/context.js';
import { invalid } from '../../platform/refusal.js';
import type { ResolutionRequest } from './falls.schema.js';
import type { FallRecord } from './falls.store.js';
import { detailNames } from './outcome.schema.js';
import { insertOutcomeRecord } from './outcome.store.js';

export const noDetails = { injury: null, headImpact: null, ambulance: null, liftedBy: null } as const;

/** A false alarm has no injury, and nobody was lifted: its details are deleted. */
export function toDetails(request: ResolutionRequest): Partial<Pick<FallRecord, (typeof detailNames)[number]>> {
  if (request.outcome === 'FALSE_ALARM') return noDetails;
  const { injury, headImpact, ambulance, liftedBy } = request;
  return {
    ...(injury === undefined ? {} : { injury }),
    ...(headImpact === undefined ? {} : { headImpact }),
    ...(ambulance === undefined ? {} : { ambulance }),
    ...(liftedBy === undefined ? {} : { liftedBy }),
  };
}

/** Refuses what does not belong to the outcome. */
export function checkOutcome(request: ResolutionRequest): void {
  const { outcome, act } = request;
  if (act && outcome !== 'FALSE_ALARM') throw invalid({ act: 'is for the outcome FALSE_ALARM only' });
  if (outcome !== 'FALSE_ALARM') return;
  const refused = detailNames.filter((name) => request[name]);
  if (refused.length > 0) throw invalid(Object.fromEntries(refused.map((name) => [name, toSentence(request[name])])));
}

const toSentence = (value: unknown): string =>
  `is ${value}, but a FALSE_ALARM has none: leave it out, or choose another outcome`;

const kept = ['outcome', 'resolutionNote', 'falseAlarmAct', 'resolvedBy', ...detailNames] as const;

/** Keeps the outcome that was recorded. The same one from the same person, sent again, adds nothing. */
export async function keepOutcome(ctx: Context, before: FallRecord, after: FallRecord): Promise<void> {
  if (before.resolvedAt !== null && kept.every((name) => before[name] === after[name])) return;
  const { id: fallId, outcome, resolutionNote: note, falseAlarmAct: act } = after;
  const { injury, headImpact, ambulance, liftedBy } = after;
  const who = { id: ctx.newId(), fallId, recordedAt: ctx.now(), recordedBy: actorId(ctx) };
  await insertOutcomeRecord(ctx.db, { ...who, outcome, note, act, injury, headImpact, ambulance, liftedBy });
}
