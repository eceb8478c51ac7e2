/**
 * What Home Assistant accepts, written after its source (read, not copied), homeassistant/components/mqtt of
 * home-assistant/core:
 *
 * - schemas.py: DEVICE_DISCOVERY_SCHEMA, MQTT_ENTITY_COMMON_SCHEMA, MQTT_ORIGIN_INFO_SCHEMA, check_unique_id; read in
 *   the copy M2D-sOxOs/home-assistant-core at 484df5c63299b06c5306503aeecbe7a4a9000fb7
 * - config.py at 459c79f295fd592fc7b235e4bcb5a6a3d160754e: MQTT_BASE_SCHEMA, MQTT_RO_SCHEMA
 * - event.py at 5974c7760ac09b1772ea9f7d88ca5e8368c7260b, button.py at 1ecdb9be82be2596c8145d2cf9a3ca3c6daf8d2a
 * - discovery.py: TOPIC_MATCHER
 *
 * Home Assistant ignores unknown keys of a component; here they are a problem, because one is a spelling mistake.
 */
type Json = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isAmong =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const isUrl: Check = (value) => isText(value) && /^(https?|homeassistant):\/\/\S+$/.test(value as string);
/** A template must be balanced; Jinja checks more. */
const isTemplate: Check = (value) => isText(value) && /^[^{}]*(\{\{[^{}]+\}\}[^{}]*)*$/.test(value as string);
const isPublishTopic: Check = (value) => isText(value) && !/[+#\0]/.test(value as string);
const isSubscribeTopic: Check = (value) =>
  isText(value) && (value as string).split('/').every((level) => !/[+#]/.test(level) || /^[+#]$/.test(level));

const availability = {
  availability_topic: isSubscribeTopic,
  availability_template: isTemplate,
  availability_mode: isAmong('all', 'any', 'latest'),
  payload_available: isText,
  payload_not_available: isText,
  availability: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((entry: Json) => isSubscribeTopic(entry.topic)),
};
const base = { qos: (value: unknown) => [0, 1, 2].includes(value as number), encoding: isText };
const common = {
  ...availability,
  ...base,
  platform: isText,
  name: (value: unknown) => value === null || isText(value),
  entity_picture: isUrl,
  enabled_by_default: isBoolean,
  entity_category: isAmong('config', 'diagnostic'),
  icon: (value: unknown) => isText(value) && /^[\w-]+:[\w-]+$/.test(value as string),
  json_attributes_topic: isSubscribeTopic,
  json_attributes_template: isTemplate,
  default_entity_id: isText,
  message_expiry_interval: isCount,
  unique_id: isText,
};
const readOnly = { ...common, state_topic: isSubscribeTopic, value_template: isTemplate };

interface Platform {
  readonly keys: Readonly<Record<string, Check>>;
  readonly required: readonly string[];
}

/** Of all device classes those that have anything to do with a person who wears a device. */
const platforms: Readonly<Record<string, Platform>> = {
  binary_sensor: {
    keys: {
      ...readOnly,
      device_class: isAmong('battery', 'connectivity', 'occupancy', 'presence', 'problem', 'safety'),
      expire_after: isCount,
      force_update: isBoolean,
      off_delay: isCount,
      payload_off: isText,
      payload_on: isText,
    },
    required: ['state_topic'],
  },
  sensor: {
    keys: {
      ...readOnly,
      device_class: isAmong('battery', 'enum', 'signal_strength', 'timestamp'),
      state_class: isAmong('measurement', 'total', 'total_increasing'),
      unit_of_measurement: isText,
      suggested_display_precision: isCount,
      expire_after: isCount,
      force_update: isBoolean,
      options: isTexts,
    },
    required: ['state_topic'],
  },
  event: {
    keys: { ...readOnly, device_class: isAmong('button', 'doorbell', 'motion'), event_types: isTexts },
    required: ['state_topic', 'event_types'],
  },
  button: {
    keys: {
      ...common,
      command_topic: isPublishTopic,
      command_template: isTemplate,
      device_class: isAmong('identify', 'restart', 'update'),
      payload_press: isText,
      retain: isBoolean,
    },
    required: ['command_topic'],
  },
};

/** homeassistant/components/sensor/const.py: DEVICE_CLASS_UNITS. */
const units: Readonly<Record<string, string>> = { battery: '%', signal_strength: 'dBm' };

const device: Platform = {
  keys: {
    identifiers: isTexts,
    manufacturer: isText,
    model: isText,
    model_id: isText,
    name: isText,
    hw_version: isText,
    sw_version: isText,
    serial_number: isText,
    via_device: isText,
    suggested_area: isText,
    configuration_url: isUrl,
  },
  required: ['identifiers'],
};
const origin: Platform = { keys: { name: isText, sw_version: isText, support_url: isUrl }, required: ['name'] };

function check(where: string, value: unknown, { keys, required }: Platform): string[] {
  if (typeof value !== 'object' || value === null) return [`${where} is missing`];
  const unknown = Object.entries(value).flatMap(([key, part]) => {
    const isValid = keys[key];
    return isValid === undefined ? [`${where}.${key} is not known`] : isValid(part) ? [] : [`${where}.${key} is wrong`];
  });
  return [...unknown, ...required.filter((key) => !(key in value)).map((key) => `${where}.${key} is missing`)];
}

function checkComponent(id: string, component: Json): string[] {
  const where = `components.${id}`;
  const platform = platforms[component.platform as string];
  if (!platform) return [`${where}.platform is not known`];
  const { device_class: deviceClass, unit_of_measurement: unit } = component;
  const expected = units[deviceClass as string];
  return [
    ...check(where, component, { ...platform, required: [...platform.required, 'unique_id'] }),
    ...(expected !== undefined && component.platform === 'sensor' && unit !== expected
      ? [`${where}.unit_of_measurement is wrong`]
      : []),
  ];
}

/** Why Home Assistant would not accept this; empty if it would. */
export function findDiscoveryProblems(topic: string, payload: Json): string[] {
  const { components } = payload;
  const parts = (typeof components === 'object' && components !== null ? components : {}) as Record<string, Json>;
  const ids = Object.values(parts).map(({ unique_id: id }) => id);
  const shared = { ...availability, ...base, state_topic: isSubscribeTopic, command_topic: isPublishTopic };
  const any: Check = () => true;
  return [
    ...(/^\w+\/device\/([a-zA-Z0-9_-]+\/)?[a-zA-Z0-9_-]+\/config$/.test(topic) ? [] : ['the topic is wrong']),
    ...check('payload', payload, {
      keys: { ...shared, device: any, origin: any, components: any },
      required: ['device', 'origin', 'components'],
    }),
    ...('device' in payload ? check('device', payload.device, device) : []),
    ...('origin' in payload ? check('origin', payload.origin, origin) : []),
    ...Object.entries(parts).flatMap(([id, component]) => checkComponent(id, component)),
    ...(new Set(ids).size === ids.length ? [] : ['a unique_id occurs twice']),
  ];
}
