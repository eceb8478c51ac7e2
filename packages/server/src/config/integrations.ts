/** Programs of others that Fallwatch works with. */
import { expect, urlWith, variable } from './forms.js';

/** Levels of a topic, without wildcards. */
const isTopic = (raw: string): boolean => /^[\w-]+(\/[\w-]+)*$/.test(raw);

export const integrationSettings = {
  homeAssistantMqttUrl: variable({
    name: 'HOME_ASSISTANT_MQTT_URL',
    isSecret: true,
    form: '`mqtt://user:password@host:1883` or `mqtts://…:8883`',
    shown: 'none',
    about:
      'The MQTT 5 broker of Home Assistant. Without it nothing is published: see [docs/home-assistant.md](home-assistant.md).',
    read: urlWith('mqtt:', 'mqtts:'),
    fallback: (): string | null => null,
  }),
  homeAssistantDiscoveryPrefix: variable({
    name: 'HOME_ASSISTANT_DISCOVERY_PREFIX',
    form: 'topic, `homeassistant`',
    shown: '`homeassistant`',
    about: 'Where Home Assistant looks for devices; the discovery prefix in its MQTT settings.',
    read: (raw) => expect(isTopic(raw), raw),
    fallback: () => 'homeassistant',
  }),
  homeAssistantTopicPrefix: variable({
    name: 'HOME_ASSISTANT_TOPIC_PREFIX',
    form: 'topic, `fallwatch`',
    shown: '`fallwatch`',
    about: 'The topics of this installation begin with it. Two installations at one broker need different ones.',
    read: (raw) => expect(isTopic(raw), raw),
    fallback: () => 'fallwatch',
  }),
};
