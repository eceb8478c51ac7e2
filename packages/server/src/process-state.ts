import { createContactChannel } from './features/contacts/sending.service.js';
import { createDeviceCache } from './features/devices/device-cache.js';
import { createReportTurns } from './features/falls/recording.service.js';
import { createFallRecording } from './features/ingest/stream-falls.service.js';
import { createOptimizer } from './features/maintenance/optimize.service.js';
import { createOidcClient } from './features/oidc/oidc-client.js';
import { createWearerCache } from './features/scores/wearer-cache.js';
import { webhookChannel } from './features/webhooks/sending.service.js';
import { createMedia } from './media.js';
import type { Platform, ProcessState } from './platform/context.js';

/** Created once per process. */
export function createProcessState(platform: Platform): ProcessState {
  const media = createMedia(platform.config);
  return {
    // Every channel that reaches a person, besides the live stream.
    channels: [webhookChannel, ...media.map(createContactChannel)],
    media,
    deviceCache: createDeviceCache(platform),
    credentialUses: new Map(),
    callerCaches: { credentials: [], sessions: [] },
    sessionUses: new Map(),
    wearerCache: createWearerCache(platform),
    fallRecording: createFallRecording(),
    reportTurns: createReportTurns(),
    optimizeDatabase: createOptimizer(platform),
    oidc: createOidcClient(platform.config),
  };
}
