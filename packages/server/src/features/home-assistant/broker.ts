/** One connection to the MQTT broker of Home Assistant. It never reconnects by itself: only the holder of the lease may. */
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { withTimeout } from '../../platform/with-timeout.js';

export interface Message {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
}

interface BrokerOptions {
  readonly url: string;
  /** The broker ends the older of two connections with the same id. */
  readonly clientId: string;
  /** Where it says `online`, and `offline` by its last will. */
  readonly statusTopic: string;
  readonly topics: readonly string[];
  /** The message is acknowledged when this has resolved; if it rejects, the broker delivers it again. */
  readonly onMessage: (message: Message) => Promise<void>;
}

export interface Broker {
  readonly isOpen: () => boolean;
  /** Retained, unless told otherwise. Resolves when the broker has acknowledged it. */
  readonly publish: (topic: string, payload: string, options?: { readonly isRetained: boolean }) => Promise<void>;
  /** Without the last will. */
  readonly leave: () => Promise<void>;
  /** As if the network had failed: the last will is published. */
  readonly drop: () => void;
}

/** Shorter than the lease: it is renewed before and after. */
const answerWithinMs = 3_000;
/** A broker that falls silent is noticed after 1.5 times this. */
const keepAliveSeconds = 10;
/** How long the broker keeps presses of the button while no process is connected. */
const sessionKeptSeconds = 300;

export async function connectBroker(options: BrokerOptions): Promise<Broker> {
  const { statusTopic, topics, onMessage } = options;
  const client = createClient(options);
  const broker = wrap(client, statusTopic);
  // Before it connects: the broker sends at once what it has kept.
  client.handleMessage = (packet, done) => void receive(packet, onMessage).then(() => done(), broker.drop);
  try {
    const connected = untilConnected(client);
    client.connect();
    await withTimeout(connected, answerWithinMs);
    await broker.publish(statusTopic, 'online');
    await withTimeout(client.subscribeAsync([...topics], { qos: 1 }), answerWithinMs);
  } catch (error) {
    broker.drop();
    throw error;
  }
  return broker;
}

function createClient({ url, clientId, statusTopic }: BrokerOptions): MqttClient {
  const { username, password, host, protocol } = new URL(url);
  return mqtt.connect(`${protocol}//${host}`, {
    protocolVersion: 5,
    clientId,
    clean: false,
    manualConnect: true,
    reconnectPeriod: 0,
    connectTimeout: answerWithinMs,
    keepalive: keepAliveSeconds,
    properties: { sessionExpiryInterval: sessionKeptSeconds },
    will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
    ...(username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}),
  });
}

function untilConnected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('The broker has closed the connection')));
  });
}

function receive({ topic, payload, retain }: IPublishPacket, onMessage: BrokerOptions['onMessage']): Promise<void> {
  return onMessage({ topic, text: payload.toString(), isRetained: retain });
}

function wrap(client: MqttClient, statusTopic: string): Broker {
  // Ends what waits for an acknowledgement. An error is followed by a close.
  client.on('close', () => void client.end(true));
  client.on('error', () => {});
  const publish: Broker['publish'] = async (topic, payload, { isRetained } = { isRetained: true }) => {
    await withTimeout(client.publishAsync(topic, payload, { qos: 1, retain: isRetained }), answerWithinMs);
  };
  return {
    isOpen: () => client.connected,
    publish,
    leave: async () => {
      if (!client.connected) return;
      await publish(statusTopic, 'offline').catch(() => {});
      await withTimeout(client.endAsync(), answerWithinMs).catch(() => client.end(true));
    },
    drop: () => void client.stream?.destroy(),
  };
}
