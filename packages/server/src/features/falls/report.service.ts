/** The incident report: one fall from the impact to the outcome, from the same source as its timeline. */
import type { Context } from '../../platform/context.js';
import { type Separator, toCsvHeader, toCsvRows } from '../../platform/csv.js';
import { readTimeline } from '../alerts/timeline.service.js';
import { readFall } from './falls.service.js';
import { listOutcomeRecords } from './outcome.store.js';
import { toIntervals } from './report.rules.js';
import type { IncidentReport } from './report.schema.js';
import { getReportFacts } from './report.store.js';
import { listTimelineLines, type TimelineLine } from './timeline-export.service.js';

export async function readReport(ctx: Context, fallId: string): Promise<IncidentReport> {
  const { closedByName, ...person } = await getReportFacts(ctx.db, fallId);
  const [fall, notified] = [await readFall(ctx, fallId), await readTimeline(ctx, fallId)];
  const lines = listTimelineLines(fall, notified);
  return {
    person,
    fall,
    notified,
    entries: lines.map(toEntry),
    intervals: toIntervals(fall.timeline, lines),
    closedByName,
    outcomeRecords: await listOutcomeRecords(ctx.db, fallId),
  };
}

function toEntry(line: TimelineLine): IncidentReport['entries'][number] {
  const { at, event, id = null, person = null, channel = null, status = null, reason = null } = line;
  return { at, event, id, person, channel, status, reason };
}

const columns = ['part', 'at', 'name', 'person', 'channel', 'value', 'unit', 'reason'] as const;
type Cell = string | number | boolean | null;
type Line = Partial<Record<(typeof columns)[number], Cell>>;

/** The report as one table: facts, measurements, events, intervals, and each recorded outcome. */
export async function exportReport(ctx: Context, fallId: string, separator: Separator): Promise<string[]> {
  const report = await readReport(ctx, fallId);
  const lines: Line[] = [
    ...listFacts(report),
    ...(report.fall.explanation?.evidence ?? []).map(({ feature: name, value, unit }) => {
      return { part: 'MEASUREMENT', at: report.fall.timeline.impactAt, name, value, unit };
    }),
    ...report.entries.map(({ at, event: name, person, channel, status: value, reason }) => {
      return { part: 'EVENT', at, name, person, channel, value, reason };
    }),
    ...Object.entries(report.intervals).map(([name, value]) => ({ part: 'INTERVAL', name, value, unit: 's' })),
    ...report.outcomeRecords.flatMap(({ recordedAt: at, recordedBy: _, recordedByName: person, ...recorded }) =>
      listKnown(recorded).map(([name, value]) => ({ part: 'OUTCOME', at, name, person, value })),
    ),
  ];
  return [toCsvHeader(columns, separator), toCsvRows(lines, columns, separator)];
}

function listFacts({ person, fall }: IncidentReport): Line[] {
  const { name, dateOfBirth, room, ward, address, deviceName: device } = person;
  const { id: fallId, status: level, confidence, location, witnessed, injuries } = fall;
  const summary = fall.explanation?.summary ?? null;
  const facts = { fallId, name, dateOfBirth, room, ward, address, device };
  const known = listKnown({ ...facts, level, confidence, summary, location, witnessed, injuries });
  return known.map(([fact, value]) => ({ part: 'FALL', name: fact, value }));
}

const listKnown = (facts: Readonly<Record<string, Cell>>): [string, Cell][] =>
  Object.entries(facts).filter(([, value]) => value !== null);
