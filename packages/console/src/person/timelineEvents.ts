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

interface Responded {
  readonly kind: 'response';
  readonly response: FallTimeline['responses'][number];
}

interface Observed {
  readonly kind: 'aftermath';
  readonly aftermath: FallTimeline['aftermath'][number];
}

export type TimelineEvent = (Moment | Delivered | Answered | Responded | Observed) & {
  readonly key: string;
  readonly at: string;
};

/** Everything that happened, oldest first, with the first `maxDeliveries` deliveries. */
export function listEvents(
  timeline: FallDetail['timeline'],
  notified: FallTimeline | undefined,
  maxDeliveries: number,
): TimelineEvent[] {
  const { deliveries = [], answers = [], responses = [], aftermath = [] } = notified ?? {};
  const events = [
    ...listMoments(timeline, answers),
    ...deliveries.flatMap(toDelivered).toSorted(byTime).slice(0, maxDeliveries),
    ...answers.map((answer) => ({ kind: 'answer' as const, key: answer.answer + answer.id, at: answer.at, answer })),
    ...responses.filter((one) => one.kind !== 'TAKEN' || !isAnswered(one.at, answers)).map(toResponded),
    ...aftermath.map(toObserved),
  ];
  return events.toSorted(byTime);
}

const byTime = (one: { readonly at: string }, other: { readonly at: string }): number =>
  Date.parse(one.at) - Date.parse(other.at);

/** Acknowledging, answering and taking are one act of one person, stored one after the other. */
const sameAnswerMs = 2_000;

/** The answer says the same, with the name of the person. */
function isAnswered(at: string, answers: FallTimeline['answers']): boolean {
  return answers.some((one) => one.answer === 'ON_IT' && Math.abs(byTime(one, { at })) < sameAnswerMs);
}

function toResponded(response: FallTimeline['responses'][number]): TimelineEvent {
  const { at, kind, by } = response;
  return { kind: 'response', key: `${kind} ${at} ${by?.id ?? ''}`, at, response };
}

function listMoments(timeline: FallDetail['timeline'], answers: FallTimeline['answers']): TimelineEvent[] {
  return order
    .flatMap((name) => {
      const at = timeline[name];
      return at === null || (name === 'acknowledgedAt' && isAnswered(at, answers)) ? [] : [{ name, at }];
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
