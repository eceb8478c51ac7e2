import type { Responder } from './responders.schema.js';

export const responseActions = [
  'JOIN',
  'TAKE_OVER',
  'ON_THE_WAY',
  'ARRIVED',
  'DONE',
  'RELEASE',
  'CALL_SECOND',
] as const;
export type ResponseAction = (typeof responseActions)[number];

/** How far a responder is. Null: no longer, or not at all. */
const progress: Readonly<Record<Responder['state'], number | null>> = {
  TAKEN: 1,
  JOINED: 1,
  ON_THE_WAY: 2,
  ARRIVED: 3,
  DONE: null,
  RELEASED: null,
};

export function isActive({ state }: Pick<Responder, 'state'>): boolean {
  return progress[state] !== null;
}

export function isFurther(kind: 'ON_THE_WAY' | 'ARRIVED', { state }: Pick<Responder, 'state'>): boolean {
  return (progress[kind] ?? 0) > (progress[state] ?? 0);
}

/**
 * Who leads after the lead has left: of those who still respond and may still know of it, the one who is furthest; of
 * equals the first who came. Undefined: nobody, so that everybody must be alerted.
 */
export function findSuccessor(
  responders: readonly Responder[],
  leaving: string,
  mayKnow: ReadonlySet<string>,
): Responder | undefined {
  const left = responders.filter((one) => one.id !== leaving && isActive(one) && mayKnow.has(one.id));
  return left.toSorted((one, other) => (progress[other.state] ?? 0) - (progress[one.state] ?? 0))[0];
}
