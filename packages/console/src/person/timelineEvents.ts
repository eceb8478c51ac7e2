import type { FallDetail, FallTimeline } from '@fallwatch/client';
import { changedAt, type Delivery } from '../deliveries/deliveryWords.js';

const order = [
  'impactAt',
  'recordedAt',
  'notifiedAt',
  'seenAt',
  'acknowledgedAt',
  'cancelledAt',
  'confirmedAt',
  'resolvedAt',
] as const;

interface Moment {
  readonly kind: 'moment';
  readonly name: (typeof order)[number];
  /** Since the moment before; null for the first. */
  readonly laterMs: number | null;
}

interface Delivered {
  readonly kind: 'delivery';
  readonly delivery: Delivery;
}

interface Answered {
  readonly kind: 'answer';
  readonly answer: FallTimeline['answers'][number];
}

interface Observed {
  readonly kind: 'aftermath';
  readonly aftermath: FallTimeline['aftermath'][number];
}

export type TimelineEvent = (Moment | Delivered | Answered | Observed) & { readonly key: string; readonly at: string };

/** Everything that happened, oldest first, with the first `maxDeliveries` deliveries. */
export function listEvents(
  timeline: FallDetail['timeline'],
  notified: FallTimeline | undefined,
  maxDeliveries: number,
): TimelineEvent[] {
  const { deliveries = [], answers = [], aftermath = [] } = notified ?? {};
  const events = [
    ...listMoments(timeline, answers),
    ...deliveries.flatMap(toDelivered).toSorted(byTime).slice(0, maxDeliveries),
    ...answers.map((answer) => ({ kind: 'answer' as const, key: answer.answer + answer.id, at: answer.at, answer })),
    ...aftermath.map(toObserved),
  ];
  return events.toSorted(byTime);
}

const byTime = (one: { readonly at: string }, other: { readonly at: string }): number =>
  Date.parse(one.at) - Date.parse(other.at);

/** The acknowledgement and the answer of the same person are stored one after the other. */
const sameAnswerMs = 2_000;

function listMoments(timeline: FallDetail['timeline'], answers: FallTimeline['answers']): TimelineEvent[] {
  const isSaidByName = (at: string): boolean =>
    answers.some((one) => one.answer === 'ON_IT' && Math.abs(Date.parse(one.at) - Date.parse(at)) < sameAnswerMs);
  return order
    .flatMap((name) => {
      const at = timeline[name];
      return at === null || (name === 'acknowledgedAt' && isSaidByName(at)) ? [] : [{ name, at }];
    })
    .toSorted(byTime)
    .map(({ name, at }, index, all) => {
      const before = all[index - 1];
      return { kind: 'moment', key: name, name, at, laterMs: before ? byTime({ at }, before) : null };
    });
}

/** Stillness is known 30 s later, and shown when it began; a minute of it is shown when the minute was over. */
function toObserved(aftermath: FallTimeline['aftermath'][number]): TimelineEvent {
  const { at, since, isLong } = aftermath;
  return { kind: 'aftermath', key: `aftermath ${at}`, at: isLong ? at : since, aftermath };
}

/** At the time of its latest status. A cancelled delivery was not sent, because somebody had answered before. */
function toDelivered(delivery: Delivery): TimelineEvent[] {
  const { id, status } = delivery;
  return status === 'cancelled' ? [] : [{ kind: 'delivery', key: id, at: changedAt(delivery), delivery }];
}
