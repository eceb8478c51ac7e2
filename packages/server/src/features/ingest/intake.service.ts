/** Where readings enter, over HTTP and MQTT: they share the queues, so that a batch contains readings of both. */
import { createQueue } from '../../platform/batch.js';
import type { Platform } from '../../platform/context.js';
import { createAdmission } from './admission.service.js';
import { acceptReadings } from './ingest.service.js';
import { acceptUploads } from './upload.service.js';
import { createUploadAdmission } from './upload-admission.service.js';
import type { UploadRequest } from './upload-batch.js';

/** A plain reading is a few hundred bytes, one with a hundred samples and rotation about 6 kB. */
export const readingBodyLimit = 16 * 1024;
/** 120 readings of 300 bytes are 36 kB; with 100 samples and rotation each they are 720 kB. */
export const uploadBodyLimit = 1024 * 1024;
/** A burst takes about ten times as long to parse and to assess as a plain reading. */
const burstWeight = 10;
/** With 3 s for an unknown device and 2 s in the queue, an answer takes at most 9 s. */
const maxRunMs = 4_000;
/** At 3,000 readings a second this saves a third of the CPU time, and a device does not notice it. */
const apartMs = 8;

export interface Intake {
  readonly acceptReading: ReturnType<typeof createAdmission>;
  readonly acceptUpload: ReturnType<typeof createUploadAdmission>;
}

/** Once per process. */
export function createIntake(platform: Platform): Intake {
  return { acceptReading: createReadingIntake(platform), acceptUpload: createUploadIntake(platform) };
}

function createReadingIntake(platform: Platform): Intake['acceptReading'] {
  const enqueue = createQueue({
    run: acceptReadings,
    maxItems: 500,
    maxInFlight: 4,
    maxWaiting: 5_000,
    apartMs,
    maxRunMs,
  });
  return createAdmission(platform, enqueue);
}

function createUploadIntake(platform: Platform): Intake['acceptUpload'] {
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
  return createUploadAdmission(platform, (request, settle) =>
    (isBacklog(request) ? enqueueBacklog : enqueueRecent)(request, settle),
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
