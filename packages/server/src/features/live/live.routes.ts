import type { Platform } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { openEventStream } from '../../platform/http/event-stream.js';
import { createHub } from './live.hub.js';
import { EventStreamText, EventsHeaders, EventsQuery } from './live.schema.js';
import type { OnWritten } from './live.writer.js';

const description = `Alerts, acknowledgements, cancellations, device silence and messages as they happen, each to those who may see it.
Every event has an id; a client that comes back with the last one it received misses nothing, and is told \`resync\` when that is too long ago.`;

/** `onWritten` gets each delivery that was written to an open stream. */
export function liveRoutes(onWritten: OnWritten) {
  return async (app: App, platform: Platform): Promise<void> => {
    const hub = createHub(platform, onWritten);
    // Streams do not end by themselves, and a stop waits for every response. The clients reconnect to another process.
    app.addHook('preClose', async () => hub.close());

    app.get(
      '/events',
      {
        exposeHeadRoute: false,
        config: { access: 'event.follow' },
        schema: {
          tags: ['Events'],
          summary: 'Follow what happens',
          description,
          querystring: EventsQuery,
          headers: EventsHeaders,
          response: { 200: EventStreamText },
        },
      },
      async ({ ctx, headers, query }, reply) => {
        await hub.admit();
        await hub.follow(ctx.actor, openEventStream(reply), headers['last-event-id'] ?? query.lastEventId);
      },
    );
  };
}
