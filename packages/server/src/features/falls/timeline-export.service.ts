import type { Context } from '../../platform/context.js';
import { type Separator, toCsvHeader, toCsvRows } from '../../platform/csv.js';
import type { FallTimeline } from '../alerts/timeline.schema.js';
import { readTimeline } from '../alerts/timeline.service.js';
import type { FallDetail } from './falls.schema.js';
import { readFall } from './falls.service.js';

const columns = ['at', 'event', 'person', 'channel', 'status', 'reason'] as const;
type Column = (typeof columns)[number];

export interface TimelineLine extends Partial<Record<Column, string | null>> {
  readonly at: string;
  readonly event: string;
  /** Of the delivery, or of the person who answered. */
  readonly id?: string;
}

/** `impactAt` → IMPACT. */
const moments = {
  impactAt: 'IMPACT',
  recordedAt: 'RECORDED',
  alertedAt: 'ALERTED',
  notifiedAt: 'NOTIFIED',
  seenAt: 'SEEN',
  acknowledgedAt: 'ACKNOWLEDGED',
  cancelledAt: 'CANCELLED',
  confirmedAt: 'CONFIRMED',
  resolvedAt: 'RESOLVED',
} as const satisfies Record<keyof FallDetail['timeline'], string>;

/** Everything that happened about a fall as CSV, oldest first. Times are in UTC. */
export async function exportTimeline(ctx: Context, fallId: string, separator: Separator): Promise<string[]> {
  const lines = listTimelineLines(await readFall(ctx, fallId), await readTimeline(ctx, fallId));
  return [toCsvHeader(columns, separator), toCsvRows(lines, columns, separator)];
}

/** Everything that happened about a fall, oldest first. */
export function listTimelineLines(fall: FallDetail, notified: FallTimeline): TimelineLine[] {
  const { timeline, resolution } = fall;
  const { deliveries, answers, responses, aftermath } = notified;
  const lines: TimelineLine[] = [
    ...Object.entries(moments).flatMap(([name, event]) => {
      const at = timeline[name as keyof typeof moments];
      return at === null
        ? []
        : [{ at, event, ...(event === 'RESOLVED' ? { status: resolution?.outcome ?? null } : {}) }];
    }),
    ...deliveries.map(({ id, settledAt, createdAt, recipientName: person, channel, status, reason }) => {
      return { at: settledAt ?? createdAt, event: 'DELIVERY', id, person, channel, status, reason };
    }),
    ...answers.map(({ id, at, name: person, channel, answer: status }) => ({
      at,
      event: 'ANSWER',
      id,
      person,
      channel,
      status,
    })),
  ];
  lines.push(
    ...responses.map(({ at, kind: status, by, note: reason }) => {
      return { at, event: 'RESPONSE', person: by?.name ?? null, status, reason };
    }),
  );
  lines.push(...aftermath.map(({ at, kind: status }) => ({ at, event: 'AFTERMATH', status })));
  return lines.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
