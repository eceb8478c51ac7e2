import type { App } from '../../platform/http/app.js';
import { sendCsv } from '../../platform/http/csv.js';
import { csvFile, ok, reply } from '../../platform/http/shapes.js';
import { exportDevices, exportFalls } from './export.service.js';
import { addMonthlyRoutes } from './monthly.routes.js';
import { ResponseStatistics, ResponseTimes, ResponseTimesQuery } from './response-times.schema.js';
import { readAllResponseTimes, readResponseTimes } from './response-times.service.js';
import { DeviceStatistics, FallStatistics, StatisticsCsvQuery, StatisticsQuery } from './statistics.schema.js';
import { readDeviceStatistics, readFallStatistics } from './statistics.service.js';

const tags = ['Statistics'];
const description = 'For a caregiver about the people assigned to them, for an admin about everybody.';

export async function statisticsRoutes(app: App): Promise<void> {
  addFigureRoutes(app);
  addCsvRoutes(app);
  addAdminRoute(app);
  addMonthlyRoutes(app);
}

function addFigureRoutes(app: App): void {
  app.get(
    '/statistics/falls',
    {
      config: { access: 'statistics.falls' },
      schema: {
        tags,
        summary: 'Falls per week, by hour, by room, and how they ended',
        description,
        querystring: StatisticsQuery,
        response: { 200: ok(FallStatistics) },
      },
    },
    async ({ ctx, query }) => reply(await readFallStatistics(ctx, query)),
  );

  app.get(
    '/statistics/devices',
    {
      config: { access: 'statistics.devices' },
      schema: {
        tags,
        summary: 'False alarms of each device',
        description,
        querystring: StatisticsQuery,
        response: { 200: ok(DeviceStatistics) },
      },
    },
    async ({ ctx, query }) => reply(await readDeviceStatistics(ctx, query)),
  );

  app.get(
    '/statistics/response-times',
    {
      config: { access: 'statistics.responseTimes' },
      schema: {
        tags,
        summary: 'How long falls waited for an answer',
        description,
        querystring: StatisticsQuery,
        response: { 200: ok(ResponseStatistics) },
      },
    },
    async ({ ctx, query }) => reply(await readResponseTimes(ctx, query)),
  );
}

const fallsExample = `date,time,person,ward,room,location,level,outcome,answeredAfterSeconds,device,fallId
2026-01-31,03:12:45,Rose Hill,First floor,12,,HIGH,HELPED,21,Watch,01926f3c-1111-7000-8000-000000000001
`;

const devicesExample = `name,patientName,ward,room,falls,falseAlarms,deviceId
Watch,Rose Hill,First floor,12,1,4,01926f3c-3333-7000-8000-000000000003
`;

function addCsvRoutes(app: App): void {
  app.get(
    '/statistics/falls.csv',
    {
      config: { access: 'statistics.export' },
      schema: {
        tags,
        summary: 'Each fall, for spreadsheets',
        description: `${description} Oldest first, with the date and time in the time zone.`,
        querystring: StatisticsCsvQuery,
        response: { 200: csvFile('CSV in UTF-8 with a byte order mark. See docs/statistics.md.', fallsExample) },
      },
    },
    async ({ ctx, query }, response) => sendCsv(response, 'falls.csv', await exportFalls(ctx, query)),
  );

  app.get(
    '/statistics/devices.csv',
    {
      config: { access: 'statistics.export' },
      schema: {
        tags,
        summary: 'False alarms of each device, for spreadsheets',
        description,
        querystring: StatisticsCsvQuery,
        response: { 200: csvFile('CSV in UTF-8 with a byte order mark. See docs/statistics.md.', devicesExample) },
      },
    },
    async ({ ctx, query }, response) => sendCsv(response, 'devices.csv', await exportDevices(ctx, query)),
  );
}

function addAdminRoute(app: App): void {
  app.get(
    '/admin/response-times',
    {
      config: { access: 'responseTimes.read' },
      schema: {
        tags: ['Admin'],
        summary: 'How long falls waited for an answer',
        querystring: ResponseTimesQuery,
        response: { 200: ok(ResponseTimes) },
      },
    },
    async ({ ctx, query }) => reply(await readAllResponseTimes(ctx, query)),
  );
}
