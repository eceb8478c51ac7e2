/**
 * What Home Assistant gets about a person: one retained description of a device, one retained state, and events that
 * are not retained. Its schema is in homeassistant/components/mqtt/schemas.py.
 */
import type { Language } from '../../platform/db/tables/accounts.js';
import { type DeviceTimes, type Thresholds, toStatus } from '../devices/devices.rules.js';
import { toInitials } from '../users/users.rules.js';
import { eventTypes, type PersonState } from './home-assistant.schema.js';

export interface Prefixes {
  readonly discovery: string;
  readonly topic: string;
}

/** Whether the publisher is connected: `online`, or `offline` by its last will. */
export const toStatusTopic = ({ topic }: Prefixes): string => `${topic}/status`;
/** Home Assistant announces its own start there. */
export const toBirthTopic = ({ discovery }: Prefixes): string => `${discovery}/status`;
export const toConfigTopic = ({ discovery }: Prefixes, nodeId: string): string =>
  `${discovery}/device/fallwatch_${nodeId}/config`;
export const toStateTopic = ({ topic }: Prefixes, nodeId: string): string => `${topic}/people/${nodeId}/state`;
export const toEventTopic = ({ topic }: Prefixes, nodeId: string): string => `${topic}/people/${nodeId}/event`;
/** `+` for all people. */
export const toHelpTopic = ({ topic }: Prefixes, nodeId: string): string => `${topic}/people/${nodeId}/help`;

export function parseHelpTopic({ topic: prefix }: Prefixes, topic: string): string | undefined {
  return topic.startsWith(`${prefix}/people/`)
    ? /^\/people\/([0-9a-f]{32})\/help$/.exec(topic.slice(prefix.length))?.[1]
    : undefined;
}

export const payloadPress = 'PRESS';

const names = {
  en: { fall: 'Fall alert', event: 'Fall alert event', heartRate: 'Heart rate', help: 'Call for help' },
  de: { fall: 'Sturzalarm', event: 'Sturzalarm-Ereignis', heartRate: 'Herzfrequenz', help: 'Hilfe rufen' },
} as const satisfies Record<Language, object>;

export interface Described {
  readonly nodeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language | null;
}

interface Service {
  readonly prefixes: Prefixes;
  readonly publicUrl: string;
  readonly version: string;
}

/** Initials only: a broker is read by every program of the house, and by whoever keeps its backups. */
export function toDiscovery(person: Described, { prefixes, publicUrl, version }: Service): object {
  const { nodeId, firstName, lastName, language } = person;
  const words = names[language ?? 'en'];
  const state_topic = toStateTopic(prefixes, nodeId);
  const read = (field: string) => ({ state_topic, value_template: `{{ value_json.${field} }}` });
  const id = `fallwatch_${nodeId}`;
  return {
    device: {
      identifiers: [id],
      name: `${toInitials(firstName, lastName)} (Fallwatch)`,
      manufacturer: 'Fallwatch',
      configuration_url: publicUrl,
    },
    origin: { name: 'Fallwatch', sw_version: version, support_url: publicUrl },
    availability: [{ topic: toStatusTopic(prefixes) }],
    // Answered by a PUBACK: a press must not be lost on its way.
    qos: 1,
    components: {
      fall: {
        platform: 'binary_sensor',
        unique_id: `${id}_fall`,
        name: words.fall,
        device_class: 'safety',
        ...read('fall'),
      },
      event: {
        platform: 'event',
        unique_id: `${id}_event`,
        name: words.event,
        event_types: eventTypes,
        state_topic: toEventTopic(prefixes, nodeId),
      },
      battery: {
        platform: 'sensor',
        unique_id: `${id}_battery`,
        device_class: 'battery',
        state_class: 'measurement',
        unit_of_measurement: '%',
        entity_category: 'diagnostic',
        ...read('battery'),
      },
      heart_rate: {
        platform: 'sensor',
        unique_id: `${id}_heart_rate`,
        name: words.heartRate,
        state_class: 'measurement',
        unit_of_measurement: 'bpm',
        icon: 'mdi:heart-pulse',
        ...read('heart_rate'),
      },
      connected: {
        platform: 'binary_sensor',
        unique_id: `${id}_connected`,
        device_class: 'connectivity',
        entity_category: 'diagnostic',
        ...read('connected'),
      },
      help: {
        platform: 'button',
        unique_id: `${id}_help`,
        name: words.help,
        icon: 'mdi:hand-wave',
        command_topic: toHelpTopic(prefixes, nodeId),
        payload_press: payloadPress,
      },
    },
  };
}

/** The device of the person that sent last. Null everywhere if there is none. */
export interface Measured extends DeviceTimes {
  readonly hasOpenFall: boolean;
  readonly batteryLevel: number | null;
  readonly heartRate: number | null;
  readonly vitalsAt: string | null;
}

/** An older heart rate is not shown as the present one. */
const heartRateKeptMs = 120_000;

const toSwitch = (isOn: boolean): 'ON' | 'OFF' => (isOn ? 'ON' : 'OFF');

/** A value of null is shown as unknown. */
export function toPersonState(person: Measured, nowMs: number, thresholds: Thresholds): PersonState {
  const { hasOpenFall, batteryLevel, heartRate, vitalsAt } = person;
  const isFresh = vitalsAt !== null && nowMs - Date.parse(vitalsAt) < heartRateKeptMs;
  return {
    fall: toSwitch(hasOpenFall),
    battery: batteryLevel === null ? null : Math.round(batteryLevel),
    heart_rate: isFresh && heartRate ? Math.round(heartRate) : null,
    connected: toSwitch(toStatus(person, nowMs, thresholds) === 'ACTIVE'),
  };
}
