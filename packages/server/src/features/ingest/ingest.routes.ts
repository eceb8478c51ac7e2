import type { Platform } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { announceLimit } from '../../platform/http/limit.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { toPace } from '../devices/pace.rules.js';
import { Assessed, RefusedReading, SensorReading } from './ingest.schema.js';
import { type Intake, readingBodyLimit, uploadBodyLimit } from './intake.service.js';
import { Upload, UploadAnswer } from './upload.schema.js';

const tags = ['Devices'];

export async function ingestRoutes(app: App, platform: Platform, intake: Intake): Promise<void> {
  addStreamRoute(app, platform, intake);
  addUploadRoute(app, platform, intake);
}

function addStreamRoute(app: App, { config, clock }: Platform, { acceptReading }: Intake): void {
  // Also after a refused reading, the next one has to wait for the interval.
  const [limit, intervalMs] = [config.limitSensor, toPace(config)?.intervalMs ?? 0];

  app.post(
    '/device/sensor-stream',
    {
      bodyLimit: readingBodyLimit,
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

function addUploadRoute(app: App, { config, clock }: Platform, { acceptUpload }: Intake): void {
  const [limit, intervalMs] = [config.limitSensor, toPace(config)?.intervalMs ?? 0];

  app.post(
    '/device/readings',
    {
      bodyLimit: uploadBodyLimit,
      // Invalid readings are refused one by one.
      attachValidation: true,
      config: { access: 'reading.sendMany', logLevel: 'debug' },
      schema: {
        tags,
        summary: 'Send several readings, get their assessments',
        description:
          'For devices that send seldom, or were offline. One request a second per device. Each reading has its own time, ' +
          'is assessed in the order of these times and stored once: device, `boot_id` and `uptime_ms` identify it. ' +
          'Invalid readings are refused one by one. A fall of the last ten minutes is alerted; an older one is recorded.',
        body: Upload,
        response: { 200: ok(UploadAnswer) },
      },
    },
    (request, response) =>
      acceptUpload(request, (result) => {
        announceLimit(response, limit, 0, clock.nowMs() + intervalMs);
        response.send(result.status === 'fulfilled' ? reply(result.value) : result.reason);
      }),
  );
}
