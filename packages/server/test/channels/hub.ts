/** A program at the broker, as Home Assistant: subscribed to everything, and it knows what is retained. */
import mqtt, { type MqttClient } from 'mqtt';
import { until } from './ward.js';

interface Received {
  readonly topic: string;
  readonly text: string;
  readonly atMs: number;
}

export interface Hub {
  readonly client: MqttClient;
  readonly received: Received[];
}

export async function joinBroker(url: string): Promise<Hub> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 100 });
  const received: Received[] = [];
  client.on('message', (topic, payload) => received.push({ topic, text: payload.toString(), atMs: Date.now() }));
  await client.subscribeAsync(['homeassistant/#', 'fallwatch/#'], { qos: 1 });
  return { client, received };
}

/** What a program gets that subscribes now: the retained messages. */
export async function listRetained(url: string): Promise<Map<string, string>> {
  const { client, received } = await joinBroker(url);
  // Retained messages arrive before the answer to a later publish of the same client.
  await client.publishAsync('fallwatch/test/mark', 'end', { qos: 1 });
  await until('the mark', () => received.some(({ topic }) => topic === 'fallwatch/test/mark'));
  await client.endAsync();
  return new Map(received.filter(({ topic }) => !topic.includes('/test/')).map(({ topic, text }) => [topic, text]));
}
