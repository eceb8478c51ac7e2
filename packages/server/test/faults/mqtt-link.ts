/** Readings of a device over MQTT with QoS 1. */
import type { IConnackPacket, IPublishPacket, Packet } from 'mqtt-packet';
import type { Entry, Journal } from './journal.js';
import { type Answer, type Link, toBody } from './link.js';
import { MqttConnection, type Version } from './mqtt-connection.js';
import type { Wearer } from './wearers.js';

/** The codes of the error envelope that a device may get; every other one is a fault. */
const statuses: Readonly<Record<string, number>> = { RATE_LIMITED: 429, UNAVAILABLE: 503 };
/** In a CONNACK of 3.1.1 and of MQTT 5: not now. */
const unavailableCodes = [3, 0x88];
const accepted = (body: string): Answer => ({ status: 200, retryAfter: undefined, body });
const unanswered = accepted('{"data":{"fallEventId":null}}');

/** Keeps its connection as long as it lasts; the port decides where the next one goes. */
export class MqttLink implements Link {
  readonly #wearer: Wearer;
  readonly #version: Version;
  readonly #journal: Journal;
  readonly #mqttPorts: ReadonlyMap<number, number>;
  readonly #patienceMs: number | undefined;
  #connection: MqttConnection | undefined;
  #messageId = 0;

  constructor(
    wearer: Wearer,
    version: Version,
    journal: Journal,
    mqttPorts: ReadonlyMap<number, number>,
    patienceMs?: number,
  ) {
    this.#wearer = wearer;
    this.#version = version;
    this.#journal = journal;
    this.#mqttPorts = mqttPorts;
    this.#patienceMs = patienceMs;
  }

  async send(entry: Entry, port: number): Promise<Answer> {
    if (!this.#connection?.isOpen) {
      const refusal = await inPhase('connecting', this.#connect(this.#mqttPorts.get(port) as number));
      if (refusal) return refusal;
    }
    return inPhase('publishing', this.#publish(entry, this.#connection as MqttConnection));
  }

  close(): void {
    this.#connection?.end('ended by the device');
  }

  async #connect(port: number): Promise<Answer | undefined> {
    const connection = new MqttConnection(port, this.#version, this.#patienceMs);
    const { mac, credential } = this.#wearer;
    const asked: Packet = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: this.#version,
      clean: true,
      keepalive: 60,
      clientId: mac,
      username: mac,
      password: Buffer.from(credential),
    };
    const connack = await connection.ask(asked, (packet) => (packet.cmd === 'connack' ? packet : undefined));
    const refusal = toRefusal(connack);
    if (refusal) {
      connection.end('refused');
      return refusal;
    }
    const subscriptions = [{ topic: `fallwatch/${mac}/answers`, qos: 1 as const }];
    const subscribe = { cmd: 'subscribe' as const, messageId: this.#nextId(), subscriptions };
    await connection.ask(subscribe, (packet) => (packet.cmd === 'suback' ? packet : undefined));
    this.#connection = connection;
    this.#journal.mqtt.connections += 1;
    return undefined;
  }

  /**
   * A PUBACK is a promise by itself: with MQTT 5 and reason code 0 the reading is accepted even if the connection ends
   * before its answer. With 3.1.1 it may be a refusal, so that the reading is sent again until it is answered; what was
   * promised is compared with the database in any case.
   */
  async #publish(entry: Entry, connection: MqttConnection): Promise<Answer> {
    const messageId = this.#nextId();
    const correlationData = Buffer.from(String(entry.uptimeMs));
    const pubacks: number[] = [];
    let answer: Answer | undefined;
    const asked: Packet = {
      cmd: 'publish',
      topic: `fallwatch/${entry.mac}/readings`,
      payload: JSON.stringify(toBody(entry)),
      qos: 1,
      messageId,
      dup: false,
      retain: false,
      ...(this.#version === 5 ? { properties: { correlationData } } : {}),
    };
    try {
      const final = await connection.ask(asked, (packet) => {
        if (packet.cmd === 'puback' && packet.messageId === messageId) pubacks.push(packet.reasonCode ?? 0);
        if (packet.cmd === 'publish') answer = this.#takeAnswer(entry, packet, connection);
        return answer && (pubacks.length > 0 || answer.status !== 200) ? answer : undefined;
      });
      this.#compare(entry, pubacks, final);
      return final;
    } catch (error) {
      if (pubacks[0] !== 0) throw error;
      this.#journal.acknowledge(entry);
      if (this.#version === 4) throw error;
      return unanswered;
    }
  }

  /** A PUBACK without a reason promises that the reading is stored; only in 3.1.1 it may be a refusal for good. */
  #compare(entry: Entry, pubacks: readonly number[], { status, body }: Answer): void {
    const isPromise = pubacks[0] === 0 && (this.#version === 5 || status === 200 || status >= 500);
    if (isPromise) entry.isAcknowledged = true;
    if (pubacks.length > 1 || isPromise !== (status === 200))
      this.#journal.faults.push(`MQTT ${this.#version}: PUBACK ${pubacks} with the answer ${body}`);
  }

  #nextId(): number {
    this.#messageId = (this.#messageId % 65_535) + 1;
    return this.#messageId;
  }

  #takeAnswer(entry: Entry, packet: IPublishPacket, connection: MqttConnection): Answer {
    if (packet.qos === 1) connection.send({ cmd: 'puback', messageId: packet.messageId as number });
    const body = packet.payload.toString();
    const { success, code, retryAfter, uptime_ms } = JSON.parse(body);
    const correlation = packet.properties?.correlationData?.toString() ?? String(uptime_ms);
    if (uptime_ms !== entry.uptimeMs || correlation !== String(uptime_ms))
      this.#journal.faults.push(`answer to another reading than ${entry.uptimeMs}: ${correlation} ${body}`);
    return success ? accepted(body) : { status: statuses[code] ?? 500, retryAfter, body };
  }
}

function toRefusal({ reasonCode, returnCode }: IConnackPacket): Answer | undefined {
  const code = reasonCode ?? returnCode ?? 0;
  if (code === 0) return undefined;
  return { status: unavailableCodes.includes(code) ? 503 : 500, retryAfter: '1', body: `CONNACK ${code}` };
}

/** Says in the error what failed. */
async function inPhase<T>(phase: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`MQTT ${phase}: ${(error as Error).message}`);
  }
}
