import type { App } from '../../platform/http/app.js';
import { Message, ok, reply } from '../../platform/http/shapes.js';
import { AnsweredAlert, AnswerToken, NewAnswer } from './answers.schema.js';
import * as answers from './answers.service.js';

const tags = ['Answers'];

/** Answers to alerts from a message, without signing in. There is no GET: opening a link never answers. */
export async function answerRoutes(app: App): Promise<void> {
  app.post(
    '/answers/read',
    {
      config: { access: 'answer.read' },
      schema: {
        tags,
        summary: 'What a message is about',
        description: 'Changes nothing. Shows initials only, until the person has taken the alert.',
        body: AnswerToken,
        response: { 200: ok(AnsweredAlert) },
      },
    },
    async ({ ctx, body }) => reply(await answers.readAnswer(ctx, body.token)),
  );

  app.post(
    '/answers',
    {
      config: { access: 'answer.give' },
      schema: {
        tags,
        summary: 'Answer an alert from a message',
        description:
          'ON_IT acknowledges the alert for everybody, as `POST /caregivers/alerts/{id}/acknowledge` does. CANNOT: if ' +
          'everybody who was notified cannot come, the last step of the plan is taken at once. Repeating it is safe.',
        body: NewAnswer,
        response: { 200: ok(AnsweredAlert) },
      },
    },
    async ({ ctx, body }) => reply(await answers.giveAnswer(ctx, body)),
  );

  app.post(
    '/answers/receipt',
    {
      config: { access: 'answer.receipt' },
      schema: {
        tags,
        summary: 'A message is shown',
        description: 'From the service worker that shows a notification: the delivery has reached the person.',
        body: AnswerToken,
        response: { 200: ok(Message) },
      },
    },
    async ({ ctx, body }) => {
      await answers.confirmReceipt(ctx, body.token);
      return reply({ message: 'Noted' });
    },
  );
}
