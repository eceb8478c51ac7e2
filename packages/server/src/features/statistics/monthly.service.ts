/** The figures of a month, for the management of a home and its inspectors: per ward and per shift. */
import { recordListRead } from '../../access/audit.js';
import type { Context } from '../../platform/context.js';
import { toCsvHeader, toCsvRows } from '../../platform/csv.js';
import { readMonth } from './alarms.store.js';
import { listShifts, noFigures, toMonthlyFigures } from './monthly.rules.js';
import {
  type MonthlyCsvQuery,
  type MonthlyFigures,
  type MonthlyQuery,
  type MonthlyReport,
  type Shift,
  shifts,
} from './monthly.schema.js';
import { countMonth, type MonthlyRow } from './monthly.store.js';

const shownWards = 200;

export async function readMonthlyReport(ctx: Context, { month, timeZone }: MonthlyQuery): Promise<MonthlyReport> {
  const { shiftStarts } = ctx.config;
  const { from, to } = await readMonth(ctx.db, month, timeZone);
  const rows = await countMonth(ctx.db, { from, before: to }, timeZone, shiftStarts);
  const find = (isKey: (row: MonthlyRow) => boolean): MonthlyFigures => toMonthlyFigures(rows.find(isKey) ?? noFigures);
  const wards = rows.filter(({ hasWard, hasShift }) => hasWard && !hasShift).slice(0, shownWards);
  return {
    month,
    from,
    to,
    timeZone,
    shifts: listShifts(shiftStarts),
    total: find(({ hasWard, hasShift }) => !hasWard && !hasShift),
    byShift: shifts.map((shift) => ({ shift, ...find((row) => !row.hasWard && row.shift === shift) })),
    byWard: wards.map((row) => ({ ward: row.ward, ...toMonthlyFigures(row) })),
    byWardAndShift: wards.flatMap(({ ward }) =>
      shifts.map((shift) => ({
        ward,
        shift,
        ...find((row) => row.hasWard && row.ward === ward && row.shift === shift),
      })),
    ),
  };
}

const columns = [
  'month',
  'ward',
  'shift',
  'alarms',
  'answered',
  'within60s',
  'of60s',
  'share60s',
  'met60s',
  'within180s',
  'of180s',
  'share180s',
  'met180s',
  'slowestSeconds',
  'slowestFallId',
  'falls',
  'falseAlarms',
] as const;

/** One line for the month, each shift, each ward, and each shift of a ward. `ALL` stands for every ward or shift. */
export async function exportMonthlyReport(ctx: Context, query: MonthlyCsvQuery): Promise<string[]> {
  const report = await readMonthlyReport(ctx, query);
  const { month } = query;
  await recordListRead(ctx, {
    action: 'statistics.exportMonthly',
    subjectId: null,
    filters: { month },
    hasText: false,
  });
  const lines = [
    toLine(month, report.total),
    ...report.byShift.map((row) => toLine(month, row, { shift: row.shift })),
    ...report.byWard.map((row) => toLine(month, row, { ward: row.ward })),
    ...report.byWardAndShift.map((row) => toLine(month, row, { ward: row.ward, shift: row.shift })),
  ];
  const names = [...columns, ...Object.keys(toCounts(report.total))] as (keyof (typeof lines)[number])[];
  return [toCsvHeader(names, query.separator), toCsvRows(lines, names, query.separator)];
}

interface Group {
  readonly ward?: string | null;
  readonly shift?: Shift;
}

function toLine(month: string, figures: MonthlyFigures, group: Group = {}) {
  const { alarms, answered, within60s, within180s, slowest, falls, falseAlarms } = figures;
  const { ward = 'ALL', shift = 'ALL' } = group;
  return {
    ...{ month, ward, shift, alarms, answered, falls, falseAlarms },
    ...{ within60s: within60s.within, of60s: within60s.of, share60s: within60s.share, met60s: within60s.isMet },
    ...{ within180s: within180s.within, of180s: within180s.of, share180s: within180s.share, met180s: within180s.isMet },
    ...{ slowestSeconds: slowest?.seconds ?? null, slowestFallId: slowest?.fallId ?? null },
    ...toCounts(figures),
  };
}

/** `injury MINOR` → 3. */
function toCounts(figures: MonthlyFigures): Record<string, number> {
  const { byOutcome, byInjury, byHeadImpact, byAmbulance, byLiftedBy } = figures;
  return Object.fromEntries([
    ...byOutcome.map(({ outcome, count }) => [`outcome ${outcome}`, count]),
    ...byInjury.map(({ injury, count }) => [`injury ${injury}`, count]),
    ...byHeadImpact.map(({ headImpact, count }) => [`headImpact ${headImpact}`, count]),
    ...byAmbulance.map(({ ambulance, count }) => [`ambulance ${ambulance}`, count]),
    ...byLiftedBy.map(({ liftedBy, count }) => [`liftedBy ${liftedBy}`, count]),
  ]);
}
