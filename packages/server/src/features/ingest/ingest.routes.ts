import { createQueue } from '../../platform/batch.js';
import type { Platform } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { announceLimit } from '../../platform/http/limit.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { Assessed, SensorReading } from './ingest.schema.js';
import * as ingest from './ingest.service.js';

const tags = ['Devices'];
/** A plain reading is a few hundred bytes, one with a hundred samples and rotation about 6 kB. */
const bodyLimit = 16 * 1024;
/** With the two seconds before, and as many for a session that is not known yet: ten at most until the answer. */
const maxRunMs = 5_000;

/** Spec section 4.2: the stream. */
export async function ingestRoutes(app: App, { config, clock }: Platform): Promise<void> {
  // Whatever comes of a reading, the next one has to wait its turn.
  const [limit, intervalMs] = [config.limitSensor, ingest.paceOf(config)?.intervalMs ?? 0];
  const acceptReading = createQueue({
    run: ingest.acceptReadings,
    maxItems: 500,
    maxInFlight: 4,
    maxWaiting: 5_000,
    maxRunMs,
  });

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
    // With a callback: an async handler's promises are felt here.
    (request, response) =>
      acceptReading(request, (result) => {
        announceLimit(response, limit, 0, clock.nowMs() + intervalMs);
        response.send(result.status === 'fulfilled' ? reply(result.value) : result.reason);
      }),
  );
}
