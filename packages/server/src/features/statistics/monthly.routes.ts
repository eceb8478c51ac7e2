import type { App } from '../../platform/http/app.js';
import { sendCsv } from '../../platform/http/csv.js';
import { csvFile, ok, reply } from '../../platform/http/shapes.js';
import { MonthlyCsvQuery, MonthlyQuery, MonthlyReport } from './monthly.schema.js';
import { exportMonthlyReport, readMonthlyReport } from './monthly.service.js';

const tags = ['Statistics'];

const example = `month,ward,shift,alarms,answered,within60s,of60s,share60s,met60s
2026-01,ALL,ALL,40,40,39,40,0.975,true
`;

export function addMonthlyRoutes(app: App): void {
  app.get(
    '/statistics/monthly',
    {
      config: { access: 'statistics.monthly' },
      schema: {
        tags,
        summary: 'The figures of a month, per ward and per shift',
        description:
          'For an admin: alerts, the share answered within 60 s and 180 s against the telecare measure (97.5 % and 99 %), and how the falls ended. See docs/reports.md.',
        querystring: MonthlyQuery,
        response: { 200: ok(MonthlyReport) },
      },
    },
    async ({ ctx, query }) => reply(await readMonthlyReport(ctx, query)),
  );

  app.get(
    '/statistics/monthly.csv',
    {
      config: { access: 'statistics.exportMonthly' },
      schema: {
        tags,
        summary: 'The figures of a month, for spreadsheets',
        description: 'For an admin: one line for the month, each shift, each ward, and each shift of a ward.',
        querystring: MonthlyCsvQuery,
        response: { 200: csvFile('CSV in UTF-8 with a byte order mark. See docs/reports.md.', example) },
      },
    },
    async ({ ctx, query }, response) => sendCsv(response, 'monthly.csv', await exportMonthlyReport(ctx, query)),
  );
}
