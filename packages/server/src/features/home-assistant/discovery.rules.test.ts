import { describe, expect, test } from 'vitest';
import { findDiscoveryProblems } from '../../../test/home-assistant-schema.js';
import { parseHelpTopic, toConfigTopic, toDiscovery, toHelpTopic, toPersonState } from './discovery.rules.js';

const prefixes = { discovery: 'homeassistant', topic: 'fallwatch' };
const nodeId = '0123456789abcdef0123456789abcdef';
const rose = { nodeId, firstName: 'Rose', lastName: 'Hill', language: 'de' } as const;
const service = { prefixes, publicUrl: 'https://care.example.org', version: '0.1.0' };
const topic = toConfigTopic(prefixes, nodeId);
type Json = Record<string, unknown>;

interface Described extends Json {
  readonly components: Record<string, Json>;
}

/** A copy that the test may spoil. */
const describeRose = () => JSON.parse(JSON.stringify(toDiscovery(rose, service))) as Described;

describe('the description of a person', () => {
  test('is what Home Assistant accepts', () => {
    expect(findDiscoveryProblems(topic, describeRose())).toEqual([]);
    expect(Object.keys(describeRose().components)).toEqual([
      'fall',
      'event',
      'battery',
      'heart_rate',
      'connected',
      'help',
    ]);
  });

  test('has the initials of the person, and their language', () => {
    const text = JSON.stringify(describeRose());
    expect(text).not.toMatch(/Rose|Hill/);
    expect(describeRose()).toMatchObject({
      device: { name: 'R.H. (Fallwatch)' },
      components: { help: { name: 'Hilfe rufen' } },
    });
  });

  const mistakes: [problem: string, component: string, key: string, value: unknown][] = [
    ['components.fall.unique_id is missing', 'fall', 'unique_id', undefined],
    ['components.event.event_types is missing', 'event', 'event_types', undefined],
    ['components.help.command_topic is wrong', 'help', 'command_topic', 'a/+/b'],
    ['components.fall.device_class is wrong', 'fall', 'device_class', 'fall'],
    ['components.battery.unit_of_measurement is wrong', 'battery', 'unit_of_measurement', 'V'],
    ['components.heart_rate.value_templte is not known', 'heart_rate', 'value_templte', 'x'],
    ['a unique_id occurs twice', 'fall', 'unique_id', `fallwatch_${nodeId}_help`],
  ];
  test.each(mistakes)('a mistake is found: %s', (problem, component, key, value) => {
    const payload = describeRose();
    // Without the keys that are undefined.
    const spoilt = JSON.parse(JSON.stringify({ ...payload.components[component], [key]: value })) as Json;
    payload.components[component] = spoilt;
    expect(findDiscoveryProblems(topic, payload)).toEqual([problem]);
  });

  test('a description without its origin, or without an identifier, is refused', () => {
    const { origin: _, ...payload } = describeRose();
    expect(findDiscoveryProblems(topic, payload)).toEqual(['payload.origin is missing']);
    expect(findDiscoveryProblems(topic, { ...describeRose(), device: { name: 'R.H.' } })).toEqual([
      'device.identifiers is missing',
    ]);
    expect(findDiscoveryProblems('homeassistant/device/a b/config', describeRose())).toEqual(['the topic is wrong']);
  });
});

describe('the state', () => {
  const nowMs = Date.parse('2026-01-31T12:00:00.000Z');
  const thresholds = { deviceInactiveAfterMs: 1_800_000, deviceOfflineAfterMs: 86_400_000 };
  const at = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();
  const worn = { hasOpenFall: false, batteryLevel: 81, heartRate: 72, disabledAt: null, intervalMs: null };

  test('has the values of a device that sends', () => {
    const state = toPersonState({ ...worn, vitalsAt: at(1_000), lastSeen: at(1_000) }, nowMs, thresholds);
    expect(state).toEqual({ fall: 'OFF', battery: 81, heart_rate: 72, connected: 'ON' });
  });

  test('has no old heart rate', () => {
    const state = toPersonState({ ...worn, vitalsAt: at(121_000), lastSeen: at(1_000) }, nowMs, thresholds);
    expect(state).toMatchObject({ heart_rate: null, connected: 'ON' });
  });

  test('of a person without a device has only the alert', () => {
    const none = { hasOpenFall: true, batteryLevel: null, heartRate: null, disabledAt: null, intervalMs: null };
    const state = toPersonState({ ...none, vitalsAt: null, lastSeen: null }, nowMs, thresholds);
    expect(state).toEqual({ fall: 'ON', battery: null, heart_rate: null, connected: 'OFF' });
  });
});

test('only the topic of a button is read as one', () => {
  expect(parseHelpTopic(prefixes, toHelpTopic(prefixes, nodeId))).toBe(nodeId);
  expect(parseHelpTopic(prefixes, 'fallwatch/people/+/help')).toBeUndefined();
  expect(parseHelpTopic(prefixes, `other/people/${nodeId}/help`)).toBeUndefined();
  expect(parseHelpTopic(prefixes, `fallwatch/people/${nodeId}/state`)).toBeUndefined();
});
