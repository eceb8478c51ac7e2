import type { FallDetail } from '@fallwatch/client';

/** What the wearer's page shows first. */
export type Moment =
  | { readonly kind: 'calm' }
  /** The device detected a fall, and the wearer has not answered yet. */
  | { readonly kind: 'asked'; readonly fall: FallDetail }
  /** The wearer called for help, and nobody has entered an outcome. */
  | { readonly kind: 'called'; readonly fall: FallDetail }
  /** The wearer has just pressed «I'm OK». */
  | { readonly kind: 'fine'; readonly fall: FallDetail };

/** How long the answer to «I'm OK» is shown. */
const fineForMs = 5 * 60_000;

/** Without an explanation no detector was involved: the wearer reported the fall. */
const isReport = ({ explanation }: FallDetail): boolean => explanation === null;
const isCall = (fall: FallDetail): boolean => isReport(fall) || fall.timeline.confirmedAt !== null;
const isOpen = ({ timeline }: FallDetail): boolean => timeline.resolvedAt === null;
/** «I need help» after «I'm OK» counts as a call for help. */
const isTakenBack = ({ timeline }: FallDetail): boolean =>
  timeline.cancelledAt !== null && timeline.confirmedAt === null;

/** A call for help has priority over any question, however new. */
export function currentMoment(falls: readonly FallDetail[], nowMs: number): Moment {
  // A fall that alerted nobody needs no question.
  const open = falls.filter((fall) => isOpen(fall) && fall.escalation !== null);
  const called = open.find((fall) => isCall(fall) && !isTakenBack(fall));
  if (called) return { kind: 'called', fall: called };
  const asked = open.find((fall) => !isTakenBack(fall));
  if (asked) return { kind: 'asked', fall: asked };
  const fine = open.find(({ timeline: { cancelledAt } }) => nowMs - Date.parse(cancelledAt ?? '') < fineForMs);
  return fine ? { kind: 'fine', fall: fine } : { kind: 'calm' };
}

/** The fall that a call for help is about, at any confidence: the alert then includes what the detector saw. */
export function fallToConfirm(falls: readonly FallDetail[]): FallDetail | undefined {
  return falls.find((fall) => isOpen(fall) && !isReport(fall) && fall.timeline.confirmedAt === null);
}
