import type { DataOf } from '@fallwatch/client';

export type Fall = DataOf<'get', '/api/falls/{id}'>;

/** What the wearer is in the middle of. */
export type Moment =
  | { readonly kind: 'calm' }
  /** The device saw a fall, and nobody has heard the wearer's word yet. */
  | { readonly kind: 'asked'; readonly fall: Fall }
  /** The wearer has called for help, and nobody has said how it ended. */
  | { readonly kind: 'called'; readonly fall: Fall }
  /** The wearer has just said that all is well. */
  | { readonly kind: 'fine'; readonly fall: Fall };

/** How long the answer to «I'm OK» stays. */
const fineForMs = 5 * 60_000;

/** No detector has seen it: the wearer has reported it. */
const isReport = ({ explanation }: Fall): boolean => explanation === null;
const isCall = (fall: Fall): boolean => isReport(fall) || fall.timeline.confirmedAt !== null;
const isOpen = ({ timeline }: Fall): boolean => timeline.resolvedAt === null;
/** Whoever says «I need help» after «I'm OK» needs help. */
const isTakenBack = ({ timeline }: Fall): boolean => timeline.cancelledAt !== null && timeline.confirmedAt === null;

/** A call for help comes before any question, however new. */
export function momentOf(falls: readonly Fall[], nowMs: number): Moment {
  // What alerted nobody is nothing to be asked about.
  const open = falls.filter((fall) => isOpen(fall) && fall.escalation !== null);
  const called = open.find((fall) => isCall(fall) && !isTakenBack(fall));
  if (called) return { kind: 'called', fall: called };
  const asked = open.find((fall) => !isTakenBack(fall));
  if (asked) return { kind: 'asked', fall: asked };
  const fine = open.find(({ timeline: { cancelledAt } }) => nowMs - Date.parse(cancelledAt ?? '') < fineForMs);
  return fine ? { kind: 'fine', fall: fine } : { kind: 'calm' };
}

/** The fall that a call for help is about, however sure the detector was: what it saw is told with the call. */
export function fallToConfirm(falls: readonly Fall[]): Fall | undefined {
  return falls.find((fall) => isOpen(fall) && !isReport(fall) && fall.timeline.confirmedAt === null);
}
