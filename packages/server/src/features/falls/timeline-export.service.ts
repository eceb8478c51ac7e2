import type { Context } from '../../platform/context.js';
import { type Separator, toCsvHeader, toCsvRows } from '../../platform/csv.js';
import { readTimeline } from '../alerts/timeline.service.js';
import type { FallDetail } from './falls.schema.js';
import { readFall } from './falls.service.js';

const columns = ['at', 'event', 'person', 'channel', 'status', 'reason'] as const;
type Column = (typeof columns)[number];

interface TimelineLine extends Partial<Record<Column, string | null>> {
  readonly at: string;
  readonly event: string;
}

/** `impactAt` → IMPACT. */
const moments = {
  impactAt: 'IMPACT',
  recordedAt: 'RECORDED',
  notifiedAt: 'NOTIFIED',
  seenAt: 'SEEN',
  acknowledgedAt: 'ACKNOWLEDGED',
  cancelledAt: 'CANCELLED',
  confirmedAt: 'CONFIRMED',
  resolvedAt: 'RESOLVED',
} as const satisfies Record<keyof FallDetail['timeline'], string>;

/** Everything that happened about a fall as CSV, oldest first. Times are in UTC. */
export async function exportTimeline(ctx: Context, fallId: string, separator: Separator): Promise<string[]> {
  const { timeline, resolution } = await readFall(ctx, fallId);
  const { deliveries, answers, aftermath } = await readTimeline(ctx, fallId);
  const lines: TimelineLine[] = [
    ...Object.entries(moments).flatMap(([name, event]) => {
      const at = timeline[name as keyof typeof moments];
      return at === null
        ? []
        : [{ at, event, ...(event === 'RESOLVED' ? { status: resolution?.outcome ?? null } : {}) }];
    }),
    ...deliveries.map(({ settledAt, createdAt, recipientName: person, channel, status, reason }) => {
      return { at: settledAt ?? createdAt, event: 'DELIVERY', person, channel, status, reason };
    }),
    ...answers.map(({ at, name: person, channel, answer: status }) => ({
      at,
      event: 'ANSWER',
      person,
      channel,
      status,
    })),
  ];
  lines.push(...aftermath.map(({ at, kind: status }) => ({ at, event: 'AFTERMATH', status })));
  const sorted = lines.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [toCsvHeader(columns, separator), toCsvRows(sorted, columns, separator)];
}
