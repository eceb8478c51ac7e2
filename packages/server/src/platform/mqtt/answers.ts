import {
  generate,
  type IConnectPacket,
  type IPubackPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
} from 'mqtt-packet';
import { reasons } from './codes.js';
import type { Wire } from './wire.js';

/** Answers of QoS 1 that the client has not acknowledged. Further ones are sent with QoS 0. */
const maxUnacknowledged = 64;
/** 3.1.1 has one code for a refused subscription. */
const subscriptionFailed = 0x80;

/** Messages to the client, on the one topic that it has subscribed to. They are not kept for a client that is away. */
export class Answers {
  readonly #wire: Wire;
  readonly #maySubscribe: (topic: string) => boolean;
  readonly #maxBytes: number;
  readonly #maxUnacknowledged: number;
  readonly #unacknowledged = new Set<number>();
  #subscription: { readonly topic: string; readonly qos: 0 | 1 } | undefined;
  #lastId = 0;

  constructor(wire: Wire, maySubscribe: (topic: string) => boolean, { properties = {} }: IConnectPacket) {
    this.#wire = wire;
    this.#maySubscribe = maySubscribe;
    this.#maxBytes = properties.maximumPacketSize ?? Number.POSITIVE_INFINITY;
    this.#maxUnacknowledged = Math.min(properties.receiveMaximum ?? maxUnacknowledged, maxUnacknowledged);
  }

  get isSubscribed(): boolean {
    return this.#subscription !== undefined;
  }

  acknowledge({ messageId = 0 }: IPubackPacket): undefined {
    this.#unacknowledged.delete(messageId);
  }

  subscribe({ messageId = 0, subscriptions }: ISubscribePacket): undefined {
    const failed = this.#wire.protocolVersion === 5 ? reasons.notAuthorized : subscriptionFailed;
    const granted = subscriptions.map(({ topic, qos }) => {
      if (!this.#maySubscribe(topic)) return failed;
      this.#subscription = { topic, qos: qos === 0 ? 0 : 1 };
      return this.#subscription.qos;
    });
    this.#wire.send({ cmd: 'suback', messageId, granted });
  }

  unsubscribe({ messageId = 0, unsubscriptions }: IUnsubscribePacket): undefined {
    const granted = unsubscriptions.map((topic) => {
      if (topic !== this.#subscription?.topic) return reasons.noSubscription;
      this.#subscription = undefined;
      return reasons.success;
    });
    this.#wire.send({ cmd: 'unsuback', messageId, granted });
  }

  send(payload: string, correlationData: Buffer | undefined): void {
    if (this.#subscription === undefined) return;
    const { topic } = this.#subscription;
    const qos = this.#unacknowledged.size < this.#maxUnacknowledged ? this.#subscription.qos : 0;
    const packet = { cmd: 'publish' as const, topic, payload, qos, dup: false, retain: false };
    const bytes = generate(
      {
        ...packet,
        ...(qos === 1 ? { messageId: this.#nextId() } : {}),
        ...(correlationData ? { properties: { correlationData } } : {}),
      },
      { protocolVersion: this.#wire.protocolVersion },
    );
    if (bytes.length <= this.#maxBytes) this.#wire.write(bytes);
    // The client has said that it cannot receive so much.
    else if (qos === 1) this.#unacknowledged.delete(this.#lastId);
  }

  #nextId(): number {
    do this.#lastId = (this.#lastId % 65_535) + 1;
    while (this.#unacknowledged.has(this.#lastId));
    this.#unacknowledged.add(this.#lastId);
    return this.#lastId;
  }
}
