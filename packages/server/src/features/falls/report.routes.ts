import type { App } from '../../platform/http/app.js';
import { sendCsv } from '../../platform/http/csv.js';
import { csvFile, IdParams, ok, reply } from '../../platform/http/shapes.js';
import { TimelineCsvQuery } from './falls.schema.js';
import { IncidentReport } from './report.schema.js';
import { exportReport, readReport } from './report.service.js';

const tags = ['Falls'];

const example = `part,at,name,person,channel,value,unit,reason
FALL,,name,,,Rose Hill,,
MEASUREMENT,2026-01-31T11:59:57.000Z,impact,,,4.1,g,
EVENT,2026-01-31T12:00:03.100Z,DELIVERY,Noah Berg,sms,sent,,
INTERVAL,,alertToTaken,,,21,s,
OUTCOME,2026-01-31T12:19:40.000Z,injury,Noah Berg,,MINOR,,
`;

export function addReportRoutes(app: App): void {
  app.get(
    '/falls/:id/report',
    {
      config: { access: 'fall.incidentReport' },
      schema: {
        tags,
        summary: 'The incident report of a fall',
        description:
          'From the impact to the outcome: measurements, people and times, how long each part took, and every outcome that was recorded. See docs/reports.md.',
        params: IdParams,
        response: { 200: ok(IncidentReport) },
      },
    },
    async ({ ctx, params }) => reply(await readReport(ctx, params.id)),
  );

  app.get(
    '/falls/:id/report.csv',
    {
      config: { access: 'fall.incidentReport' },
      schema: {
        tags,
        summary: 'The incident report of a fall, for spreadsheets',
        params: IdParams,
        querystring: TimelineCsvQuery,
        response: { 200: csvFile('CSV in UTF-8 with a byte order mark. See docs/reports.md.', example) },
      },
    },
    async ({ ctx, params, query }, response) =>
      sendCsv(response, 'incident-report.csv', await exportReport(ctx, params.id, query.separator)),
  );
}
