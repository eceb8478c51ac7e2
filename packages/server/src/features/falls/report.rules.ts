import type { FallDetail } from './falls.schema.js';
import type { Intervals } from './report.schema.js';
import type { TimelineLine } from './timeline-export.service.js';

/** A person who helps has arrived. */
const isArrival = ({ event, status }: TimelineLine): boolean => event === 'RESPONSE' && status === 'ARRIVED';

/** How long each part took, from the times of the timeline. */
export function toIntervals(timeline: FallDetail['timeline'], lines: readonly TimelineLine[]): Intervals {
  const { impactAt, alertedAt, notifiedAt, acknowledgedAt, resolvedAt } = timeline;
  const arrivedAt = lines.find(isArrival)?.at ?? null;
  return {
    impactToAlert: secondsBetween(impactAt, alertedAt),
    alertToFirstNotice: secondsBetween(alertedAt, notifiedAt),
    firstNoticeToTaken: secondsBetween(notifiedAt, acknowledgedAt),
    takenToArrived: secondsBetween(acknowledgedAt, arrivedAt),
    arrivedToClosed: secondsBetween(arrivedAt, resolvedAt),
    alertToTaken: secondsBetween(alertedAt, acknowledgedAt),
    impactToClosed: secondsBetween(impactAt, resolvedAt),
  };
}

const toSecond = (at: string): number => Math.floor(Date.parse(at) / 1_000);

/** Between the seconds that are shown, so that a reader gets the same. Never negative: the second may come first. */
function secondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.max(0, toSecond(to) - toSecond(from));
}
