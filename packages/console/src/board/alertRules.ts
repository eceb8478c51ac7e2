import type { Alert } from '@fallwatch/client';

/** Unanswered before taken, falls before drills and device troubles, longest waiting first. */
export function byNeed(one: Alert, other: Alert): number {
  return (
    Number(isWaiting(other)) - Number(isWaiting(one)) ||
    kindRank(one) - kindRank(other) ||
    happenedAt(one).localeCompare(happenedAt(other))
  );
}

function kindRank(alert: Alert): number {
  if (!takesScreen(alert)) return 2;
  return alert.isDrill ? 1 : 0;
}

/** Nobody has taken it. */
export const isWaiting = ({ handledBy, state, acknowledged }: Alert): boolean =>
  handledBy === null && state !== 'CLOSED' && !acknowledged;

/** A person may be lying on the floor, or this is a drill of that. */
export const takesScreen = ({ type, fallId, isDrill, reminder }: Alert): boolean =>
  type === 'FALL_DETECTED' || isDrill || (fallId !== null && (type === 'NOBODY_REACHED' || reminder !== null));

/** When the fall happened, which is earlier than its reminder and than an alert that reaches the admins later. */
export const happenedAt = ({ fallAt, timestamp }: Alert): string => fallAt ?? timestamp;
