import { createQueue } from '../../platform/batch.js';
import type { Platform } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { announceLimit } from '../../platform/http/limit.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { toPace } from '../devices/pace.rules.js';
import { createAdmission } from './admission.service.js';
import { Assessed, RefusedReading, SensorReading } from './ingest.schema.js';
import * as ingest from './ingest.service.js';
import { Upload, UploadAnswer } from './upload.schema.js';
import { acceptUploads } from './upload.service.js';
import { createUploadAdmission } from './upload-admission.service.js';
import type { UploadRequest } from './upload-batch.js';

const tags = ['Devices'];
/** A plain reading is a few hundred bytes, one with a hundred samples and rotation about 6 kB. */
const bodyLimit = 16 * 1024;
/** 120 readings of 300 bytes are 36 kB; with 100 samples and rotation each they are 720 kB. */
const uploadBodyLimit = 1024 * 1024;
/** A burst takes about ten times as long to parse and to assess as a plain reading. */
const burstWeight = 10;
/** With 3 s for an unknown device and 2 s in the queue, an answer takes at most 9 s. */
const maxRunMs = 4_000;

export async function ingestRoutes(app: App, platform: Platform): Promise<void> {
  addStreamRoute(app, platform);
  addUploadRoute(app, platform);
}

function addStreamRoute(app: App, platform: Platform): void {
  const { config, clock } = platform;
  // Also after a refused reading, the next one has to wait for the interval.
  const [limit, intervalMs] = [config.limitSensor, toPace(config)?.intervalMs ?? 0];
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

function addUploadRoute(app: App, platform: Platform): void {
  const { config, clock } = platform;
  const [limit, intervalMs] = [config.limitSensor, toPace(config)?.intervalMs ?? 0];
  const uploads = { run: acceptUploads, weigh: weighUpload, maxRunMs };
  const enqueueRecent = createQueue({ ...uploads, maxItems: 480, maxInFlight: 2, maxWaiting: 200 });
  // Devices that were offline can wait: what they have kept must not delay the readings of others.
  const enqueueBacklog = createQueue({
    ...uploads,
    maxItems: 120,
    maxInFlight: 1,
    maxWaiting: 50,
    restFactor: 3,
    maxRetrySeconds: 10,
  });
  const acceptUpload = createUploadAdmission(platform, (request, settle) =>
    (isBacklog(request) ? enqueueBacklog : enqueueRecent)(request, settle),
  );

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

/** The newest reading of a request from a device that is connected is younger. */
const backlogAgeMs = 60_000;

function isBacklog({ devices, receivedAtMs }: UploadRequest): boolean {
  return devices.every(({ items }) => items.every(({ atMs }) => receivedAtMs - atMs > backlogAgeMs));
}

function weighUpload({ devices }: UploadRequest): number {
  let weight = 0;
  for (const { items } of devices) for (const { sent } of items) weight += sent.samples ? burstWeight : 1;
  return weight;
}
