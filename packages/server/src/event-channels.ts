import {
  homeAssistantEventChannel,
  homeAssistantStateChannel,
} from './features/home-assistant/home-assistant.schema.js';
import { mqttAnswersChannel, mqttReadingsChannel } from './features/ingest/mqtt.schema.js';
import { createLiveChannel } from './features/live/live.schema.js';
import { webhookEventChannel } from './features/webhooks/webhooks.schema.js';
import { liveEvents } from './live-events.js';
import { toAsyncApi } from './platform/asyncapi.js';
import type { EventChannel } from './platform/http/event-shapes.js';
import { version } from './platform/version.js';

/** Everything that the service sends to programs without being asked each time. */
export const eventChannels: Readonly<Record<string, EventChannel>> = {
  liveStream: createLiveChannel(liveEvents),
  webhooks: webhookEventChannel,
  deviceReadings: mqttReadingsChannel,
  deviceAnswers: mqttAnswersChannel,
  homeAssistantState: homeAssistantStateChannel,
  homeAssistantEvents: homeAssistantEventChannel,
};

const servers = {
  api: {
    host: 'fallwatch.example.org',
    pathname: '/api',
    protocol: 'https',
    description: 'The service. Send a session token as `Authorization: Bearer <token>`.',
  },
  receiver: {
    host: '{receiver}',
    protocol: 'https',
    description: 'The server of somebody who has registered a webhook.',
    variables: { receiver: { description: 'The host in the URL of the webhook.', default: 'hooks.example.org' } },
  },
  homeAssistant: {
    host: 'homeassistant.example.org:8883',
    protocol: 'secure-mqtt',
    description: 'The broker of Home Assistant (HOME_ASSISTANT_MQTT_URL).',
  },
  mqtt: {
    host: 'fallwatch.example.org:8883',
    protocol: 'secure-mqtt',
    description: 'The service, with MQTT_PORT set: 3.1.1 and 5. TLS ends at a proxy.',
  },
};

/** docs/api/asyncapi.json; docs/events.md explains it. */
export function createEventDocument(): object {
  const info = {
    title: 'Fallwatch',
    version,
    description: 'What Fallwatch sends to programs. The HTTP API is in openapi.json.',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  };
  return toAsyncApi({ info, servers, channels: eventChannels });
}
