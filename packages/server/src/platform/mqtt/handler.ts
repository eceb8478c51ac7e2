import type { IPublishPacket } from 'mqtt-packet';

export interface Login {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly address: string;
  readonly willTopic: string | undefined;
}

/** What becomes of a message. */
export interface Outcome {
  /**
   * done: acknowledged. retry: refused for now; in 3.1.1, which cannot say so, the connection is closed without an
   * acknowledgement, and the client sends the message again. end: refused, and the connection is closed.
   */
  readonly kind: 'done' | 'retry' | 'end';
  /** The reason code of the PUBACK. */
  readonly reason: number;
  /** One sentence, in MQTT 5. */
  readonly text?: string | undefined;
  /** Published on the answer topic. */
  readonly answer?: string | undefined;
}

/** The connection of a message, for the handler. */
export interface Peer<Client> {
  readonly client: Client;
  /** Whether an answer would reach anybody. */
  readonly wantsAnswer: () => boolean;
  /** Once for each message. */
  readonly settle: (message: IPublishPacket, outcome: Outcome) => void;
}

/** What is done with clients and their messages. `Client` is what the handler knows of a connected one. */
export interface MqttHandler<Client> {
  /** Rejects with a Refusal if the client may not connect. */
  readonly connect: (login: Login) => Promise<Client>;
  /** Two connections with the same name and client id are the same client: the new one ends the old one. */
  readonly nameClient: (client: Client) => string;
  readonly maySubscribe: (client: Client, topic: string) => boolean;
  /** Settles the message. Returns a promise if the next packets of this connection have to wait for it. */
  readonly publish: (peer: Peer<Client>, message: IPublishPacket) => Promise<void> | undefined;
  /** The connection of a client with a will ended without DISCONNECT. */
  readonly loseClient: (client: Client) => void;
}
