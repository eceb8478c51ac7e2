import { createQueue } from '../../platform/batch.js';
import type { Platform } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { announceLimit } from '../../platform/http/limit.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { createAdmission } from './admission.service.js';
import { Assessed, RefusedReading, SensorReading } from './ingest.schema.js';
import * as ingest from './ingest.service.js';

const tags = ['Devices'];
/** A plain reading is a few hundred bytes, one with a hundred samples and rotation about 6 kB. */
const bodyLimit = 16 * 1024;
/** With 3 s for an unknown device and 2 s in the queue, an answer takes at most 9 s. */
const maxRunMs = 4_000;

export async function ingestRoutes(app: App, platform: Platform): Promise<void> {
  const { config, clock } = platform;
  // Also after a refused reading, the next one has to wait for the interval.
  const [limit, intervalMs] = [config.limitSensor, ingest.toPace(config)?.intervalMs ?? 0];
  const enqueue = createQueue({
    run: ingest.acceptReadings,
    maxItems: 500,
    maxInFlight: 4,
    maxWaiting: 5_000,
    maxRunMs,
  });
  const acceptReading = createAdmission(platform, enqueue);

  app.post(
    '/device/sensor-stream',
    {
      bodyLimit,
      // An invalid reading is refused only after the detector has assessed its valid fields.
      attachValidation: true,
      config: { access: 'reading.send', logLevel: 'debug' },
      schema: {
        tags,
        summary: 'Send a reading, get its assessment',
        description:
          'One a second per device, by when it arrives. The first reading of an unknown MAC address registers the device. ' +
          'A reading that is refused with 400 or 429 is not stored, but if its device and its six motion fields are valid ' +
          'it is assessed, and a fall is recorded and alerted: the answer says so.',
        body: SensorReading,
        response: { 200: ok(Assessed), 400: RefusedReading, 429: RefusedReading },
      },
    },
    // Callback, not async: saves the promises of an async handler on every reading.
    (request, response) =>
      acceptReading(request, (result) => {
        announceLimit(response, limit, 0, clock.nowMs() + intervalMs);
        response.send(result.status === 'fulfilled' ? reply(result.value) : result.reason);
      }),
  );
}
