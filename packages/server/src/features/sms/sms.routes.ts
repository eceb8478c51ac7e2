import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app.js';
import { CallbackFields, ReplyParams, ReplyQuery, ReplyText, ReportParams, ReportQuery } from './sms.schema.js';
import * as sms from './sms.service.js';

const tags = ['Contact points'];

/** Called by the provider of text messages, with GET (Kannel, gammu) or POST (Twilio). The URLs are signed. */
export async function smsRoutes(app: App): Promise<void> {
  const serve: FastifyPluginAsync = async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    addReportRoutes(scope as App);
    addReplyRoutes(scope as App);
  };
  await app.register(serve);
}

function addReportRoutes(app: App): void {
  const summary = 'A delivery report of a text message';
  app.get(
    '/sms/reports/:id/:signature',
    {
      config: { access: 'sms.callback' },
      schema: { tags, summary, params: ReportParams, querystring: ReportQuery, response: { 200: ReplyText } },
    },
    async (request) => sms.takeReport(request.ctx, request.params.id, toCallback(request, request.query)),
  );
  app.post(
    '/sms/reports/:id/:signature',
    {
      config: { access: 'sms.callback' },
      schema: { tags, summary, params: ReportParams, body: CallbackFields, response: { 200: ReplyText } },
    },
    async (request) => sms.takeReport(request.ctx, request.params.id, toCallback(request, request.body)),
  );
}

function addReplyRoutes(app: App): void {
  const summary = 'A reply to a text message';
  app.get(
    '/sms/replies/:signature',
    {
      config: { access: 'sms.callback' },
      schema: { tags, summary, params: ReplyParams, querystring: ReplyQuery, response: { 200: ReplyText } },
    },
    async (request) => sms.takeReply(request.ctx, toCallback(request, request.query)),
  );
  app.post(
    '/sms/replies/:signature',
    {
      config: { access: 'sms.callback' },
      schema: { tags, summary, params: ReplyParams, body: CallbackFields, response: { 200: ReplyText } },
    },
    async (request) => sms.takeReply(request.ctx, toCallback(request, request.body)),
  );
}

function toCallback(
  { url, params, headers }: Pick<FastifyRequest, 'url' | 'headers'> & { readonly params: { signature: string } },
  fields: Record<string, string>,
): sms.Callback {
  const providerSignature = String(headers['x-twilio-signature'] ?? '');
  return { path: url, signature: params.signature, providerSignature, fields };
}
