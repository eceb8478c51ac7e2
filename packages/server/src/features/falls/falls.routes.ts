import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
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
} from './falls.schema.js';
import * as falls from './falls.service.js';
import { reportFall } from './recording.service.js';
import * as word from './word.service.js';

const tags = ['Falls'];

/** Spec section 4.3, and the falls of 4.6. */
export async function fallRoutes(app: App): Promise<void> {
  app.post(
    '/falls',
    {
      config: { access: 'fall.report' },
      schema: {
        tags,
        summary: 'Report a fall',
        description: 'POTENTIAL and above alerts the caregivers before the answer comes.',
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
        description: 'By the wearer. The fall stays on record, and the caregivers are told.',
        params: IdParams,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params }) => reply(await word.cancelFall(ctx, params.id)),
  );

  app.post(
    '/falls/:id/confirm',
    {
      config: { access: 'fall.answer' },
      schema: {
        tags,
        summary: 'I need help',
        description: 'By the wearer. Everybody is told at once.',
        params: IdParams,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params }) => reply(await word.confirmFall(ctx, params.id)),
  );

  app.post(
    '/falls/:id/resolve',
    {
      config: { access: 'fall.resolve' },
      schema: {
        tags,
        summary: 'Say how it ended',
        description: 'Ends the alerts about it. Without this, an acknowledged fall alarms again after 30 minutes.',
        params: IdParams,
        body: ResolutionRequest,
        response: { 200: ok(FallDetail) },
      },
    },
    async ({ ctx, params, body }) => reply(await word.resolveFall(ctx, params.id, body)),
  );

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
