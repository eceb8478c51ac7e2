import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { Assessed, SensorReading } from './ingest.schema.js';
import * as ingest from './ingest.service.js';

const tags = ['Devices'];
/** A reading is a few hundred bytes. */
const bodyLimit = 4 * 1024;

/** Spec section 4.2: the stream. */
export async function ingestRoutes(app: App): Promise<void> {
  app.post(
    '/device/sensor-stream',
    {
      bodyLimit,
      config: { access: 'reading.send', logLevel: 'debug' },
      schema: {
        tags,
        summary: 'Send a reading, get its assessment',
        description: 'One a second per device. The first reading of an unknown MAC address registers the device.',
        body: SensorReading,
        response: { 200: ok(Assessed) },
      },
    },
    async ({ ctx, body }) => reply(await ingest.acceptReading(ctx, body)),
  );
}
