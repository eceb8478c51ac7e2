import type { App } from '../../platform/http/app.js';
import { sendCsv } from '../../platform/http/csv.js';
import { replyPage } from '../../platform/http/pagination.js';
import { csvFile, IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import { FallTimeline } from '../alerts/timeline.schema.js';
import { readTimeline } from '../alerts/timeline.service.js';
import {
  AdminFall,
  AdminFallsQuery,
  FallDetail,
  FallReport,
  FallRow,
  IdempotencyHeader,
  InvestigationRequest,
  OwnFallsQuery,
  RecentFall,
  RecentFallsQuery,
  ReportedFall,
  ResolutionRequest,
  TimelineCsvQuery,
} from './falls.schema.js';
import * as falls from './falls.service.js';
import { reportFall } from './recording.service.js';
import { addReportRoutes } from './report.routes.js';
import { exportTimeline } from './timeline-export.service.js';
import { cancelFall, confirmFall, resolveFall } from './wearer-response.service.js';

const tags = ['Falls'];

export async function fallRoutes(app: App): Promise<void> {
  addListRoutes(app);
  addOneFallRoutes(app);
  addTimelineRoutes(app);
  addReportRoutes(app);
  addAdminRoutes(app);
}

function addListRoutes(app: App): void {
  app.post(
    '/falls',
    {
      config: { access: 'fall.report' },
      schema: {
        tags,
        summary: 'Report a fall',
        description: 'POTENTIAL and higher: the caregivers’ alerts are stored before the answer.',
        headers: IdempotencyHeader,
        body: FallReport,
        response: { 201: ok(ReportedFall) },
      },
    },
    async ({ ctx, body, headers }, response) =>
      response.code(201).send(reply(await reportFall(ctx, body, headers['idempotency-key']))),
  );

  app.get(
    '/falls',
    {
      config: { access: 'fall.listOwn' },
      schema: { tags, summary: 'My falls', querystring: OwnFallsQuery, response: { 200: okPage(FallRow) } },
    },
    async ({ ctx, query }) => replyPage(query, await falls.listOwnFalls(ctx, query)),
  );

  app.get(
    '/falls/recent',
    {
      config: { access: 'fall.listRecent' },
      schema: {
        tags,
        summary: 'Latest falls of everybody',
        description: 'Rows of people who are not assigned to the calling caregiver carry no identity.',
        querystring: RecentFallsQuery,
        response: { 200: okPage(RecentFall) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await falls.listRecentFalls(ctx, query)),
  );
}

function addOneFallRoutes(app: App): void {
  app.get(
    '/falls/:id',
    {
      config: { access: 'fall.read' },
      schema: { tags, summary: 'One fall with its evidence', params: IdParams, response: { 200: ok(FallDetail) } },
    },
    async ({ ctx, params }) => reply(await falls.readFall(ctx, params.id)),
  );

  app.post(
    '/falls/:id/cancel',
    {
      config: { access: 'fall.answer' },
      schema: {
        tags,
        summary: 'I’m OK',
        description: 'By the wearer. The fall stays recorded, and the caregivers are notified.',
        params: IdParams,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params }) => reply(await cancelFall(ctx, params.id)),
  );

  app.post(
    '/falls/:id/confirm',
    {
      config: { access: 'fall.answer' },
      schema: {
        tags,
        summary: 'I need help',
        description: 'By the wearer. Everybody is notified at once.',
        params: IdParams,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params }) => reply(await confirmFall(ctx, params.id)),
  );

  app.post(
    '/falls/:id/resolve',
    {
      config: { access: 'fall.resolve' },
      schema: {
        tags,
        summary: 'Say how it ended',
        description: 'Closes the alerts about it. Without this, an acknowledged fall alerts again after 30 minutes.',
        params: IdParams,
        body: ResolutionRequest,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params, body }) => reply(await resolveFall(ctx, params.id, body)),
  );
}

const timelineExample = `at,event,person,channel,status,reason
2026-01-31T12:00:00.000Z,RECORDED,,,,
2026-01-31T12:00:03.100Z,DELIVERY,Noah Berg,sms,sent,
2026-01-31T12:00:21.000Z,ANSWER,Noah Berg,sms,ON_IT,
`;

function addTimelineRoutes(app: App): void {
  app.get(
    '/falls/:id/timeline',
    {
      config: { access: 'fall.timeline' },
      schema: {
        tags,
        summary: 'Who was notified, and who answered',
        description: 'For responders: the wearer sees neither who could not be reached nor who cannot come.',
        params: IdParams,
        response: { 200: ok(FallTimeline) },
      },
    },
    async ({ ctx, params }) => reply(await readTimeline(ctx, params.id)),
  );

  app.get(
    '/falls/:id/timeline.csv',
    {
      config: { access: 'fall.timeline' },
      schema: {
        tags,
        summary: 'Everything that happened about a fall, for spreadsheets',
        params: IdParams,
        querystring: TimelineCsvQuery,
        response: { 200: csvFile('CSV in UTF-8 with a byte order mark. See docs/statistics.md.', timelineExample) },
      },
    },
    async ({ ctx, params, query }, response) =>
      sendCsv(response, 'timeline.csv', await exportTimeline(ctx, params.id, query.separator)),
  );
}

function addAdminRoutes(app: App): void {
  app.get(
    '/admin/falls',
    {
      config: { access: 'fall.listAll' },
      schema: {
        tags: ['Admin'],
        summary: 'All falls',
        querystring: AdminFallsQuery,
        response: { 200: okPage(AdminFall) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await falls.listAllFalls(ctx, query)),
  );

  app.post(
    '/admin/falls/:id/investigate',
    {
      config: { access: 'fall.investigate' },
      schema: {
        tags: ['Admin'],
        summary: 'Flag a fall for investigation',
        params: IdParams,
        body: InvestigationRequest,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params, body }) => reply(await falls.investigateFall(ctx, params.id, body)),
  );
}
