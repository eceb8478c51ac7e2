import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { Bounce, BounceQuery, BounceTaken } from './email.schema.js';
import * as email from './email.service.js';

/** A bounce carries the headers of the mail that came back, or all of it. */
const bodyLimit = 1024 * 1024;

/** A plugin of its own: no other route takes raw mail. */
export async function emailRoutes(app: App): Promise<void> {
  const serveBounces: FastifyPluginAsync = async (scope) => addBounceRoute(scope as App);
  await app.register(serveBounces);
}

function addBounceRoute(app: App): void {
  app.addContentTypeParser('message/rfc822', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  app.post(
    '/mail/bounces',
    {
      bodyLimit,
      config: { access: 'mail.bounce' },
      schema: {
        tags: ['Contact points'],
        summary: 'Mail that could not be delivered',
        description:
          'For the mail server of `MAIL_BOUNCE_DOMAIN`: the raw mail as the body, its recipient as `to`. The recipient is signed; other mail changes nothing.',
        consumes: ['message/rfc822'],
        querystring: BounceQuery,
        body: Bounce,
        response: { 200: ok(BounceTaken) },
      },
    },
    async ({ ctx, query, body }) => reply({ isTaken: await email.takeBounce(ctx, query.to, body) }),
  );
}
