import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import { Message, MessagesQuery, NewMessage } from './messages.schema.js';
import * as messages from './messages.service.js';

const tags = ['Messages'];

export async function messageRoutes(app: App): Promise<void> {
  app.get(
    '/messages',
    {
      config: { access: 'message.list' },
      schema: {
        tags,
        summary: 'My messages, sent and received',
        querystring: MessagesQuery,
        response: { 200: okPage(Message) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await messages.listMessages(ctx, query)),
  );

  app.post(
    '/messages',
    {
      config: { access: 'message.send' },
      schema: { tags, summary: 'Send a message', body: NewMessage, response: { 201: ok(Message) } },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await messages.sendMessage(ctx, body))),
  );

  app.get(
    '/messages/:id',
    {
      config: { access: 'message.read' },
      schema: { tags, summary: 'One message', params: IdParams, response: { 200: ok(Message) } },
    },
    async ({ ctx, params }) => reply(await messages.readMessage(ctx, params.id)),
  );

  app.post(
    '/messages/:id/read',
    {
      config: { access: 'message.markRead' },
      schema: { tags, summary: 'Mark a message read', params: IdParams, response: { 200: ok(Message) } },
    },
    async ({ ctx, params }) => reply(await messages.markMessageRead(ctx, params.id)),
  );
}
