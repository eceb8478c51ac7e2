import type { Socket } from 'node:net';
import type { IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet';
import { Refusal } from '../refusal.js';
import { Answers } from './answers.js';
import { reasons, toConnackReason } from './codes.js';
import { type ConnectLimits, createConnack, createRefusedConnack, findConnectProblem, toLogin } from './connect.js';
import type { MqttHandler, Outcome, Peer } from './handler.js';
import { Wire, type WireOptions } from './wire.js';

/** From the start of the connection to the end of the check. */
const connectTimeoutMs = 10_000;

export interface SessionOptions<Client> extends ConnectLimits, WireOptions {
  readonly handler: MqttHandler<Client>;
  readonly newClientId: () => string;
  readonly onConnect: (session: Session<Client>) => void;
  readonly onEnd: (session: Session<Client>, reason: number) => void;
}

interface Connected<Client> {
  readonly peer: Peer<Client>;
  readonly answers: Answers;
  readonly hasWill: boolean;
  /** MQTT 5: the client wants no texts in acknowledgements. */
  readonly omitsTexts: boolean;
}

/**
 * One MQTT connection: new → connecting (CONNECT received, the client is checked) → connected → ended. Packets that
 * arrive while the client is checked wait in order.
 */
export class Session<Client> {
  /** Set once connected. Two connections with the same name are the same client. */
  name: string | undefined;
  readonly #socket: Socket;
  readonly #options: SessionOptions<Client>;
  readonly #wire: Wire;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting: Packet[] = [];
  #connected: Connected<Client> | undefined;
  #isNew = true;
  #isHeld = false;
  #hasSaidGoodbye = false;
  #drainReason: number | undefined;
  #finishReason: number | undefined;
  #endReason: number | undefined;
  /** Messages that are not settled, and those of them that the client wants acknowledged. */
  #inFlight = 0;
  #unacknowledged = 0;

  constructor(socket: Socket, options: SessionOptions<Client>) {
    this.#socket = socket;
    this.#options = options;
    this.#wire = new Wire(socket, options, {
      receive: (packet) => this.#receive(packet),
      breakOff: (reason) => this.#end(reason),
    });
    this.#timer = setTimeout(() => socket.destroy(), connectTimeoutMs);
    // Node counts what is sent, too. Only what a client sends makes the service send, so that changes little.
    socket.on('timeout', () => this.#end(reasons.keepAliveTimeout));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#onClose());
  }

  /**
   * Disconnects after the answer to the next message, or to those that have arrived: a client that waits for its
   * answers is then not sending anything that would be cut off.
   */
  drain(reason: number): void {
    this.#drainReason = reason;
  }

  /** Reads nothing more, finishes the messages that have arrived, then disconnects. */
  finish(reason: number): void {
    this.#finishReason = reason;
    if (this.#inFlight === 0) this.#end(reason);
    else this.#controlFlow();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #onClose(): void {
    clearTimeout(this.#timer);
    this.#endReason ??= reasons.connectionLost;
    const isExpected =
      this.#hasSaidGoodbye || this.#endReason === reasons.shuttingDown || this.#endReason === reasons.takenOver;
    if (this.#connected?.hasWill && !isExpected) this.#options.handler.loseClient(this.#connected.peer.client);
    this.#options.onEnd(this, this.#endReason);
  }

  #receive(packet: Packet): void {
    if (this.#isHeld) this.#waiting.push(packet);
    else this.#take(packet);
  }

  #take(packet: Packet): void {
    if (this.#endReason !== undefined || this.#finishReason !== undefined) return;
    const work = this.#handle(packet);
    if (work === undefined) return;
    this.#isHeld = true;
    this.#controlFlow();
    work.catch(() => this.#end(reasons.unavailable)).finally(() => this.#release());
  }

  #release(): void {
    this.#isHeld = false;
    while (!this.#isHeld && this.#waiting.length > 0) this.#take(this.#waiting.shift() as Packet);
    this.#controlFlow();
  }

  /** While nothing is read, TCP makes the client wait. */
  #controlFlow(): void {
    if (this.#endReason !== undefined) return;
    const isFull = this.#inFlight >= this.#options.receiveMaximum;
    if (this.#isHeld || isFull || this.#finishReason !== undefined) this.#socket.pause();
    else this.#socket.resume();
  }

  #handle(packet: Packet): Promise<void> | undefined {
    if (this.#isNew && packet.cmd === 'connect') return this.#connect(packet);
    if (!this.#connected) return this.#end(reasons.protocolError);
    switch (packet.cmd) {
      case 'publish':
        return this.#publish(packet, this.#connected.peer);
      case 'puback':
        return this.#connected.answers.acknowledge(packet);
      case 'subscribe':
        return this.#connected.answers.subscribe(packet);
      case 'unsubscribe':
        return this.#connected.answers.unsubscribe(packet);
      case 'pingreq':
        return void this.#wire.send({ cmd: 'pingresp' });
      case 'disconnect':
        // 0x04: the client wants its will to be published.
        this.#hasSaidGoodbye = (packet.reasonCode ?? 0) === 0;
        return this.#end(reasons.success);
      default:
        return this.#end(reasons.protocolError);
    }
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    this.#isNew = false;
    this.#wire.protocolVersion = packet.protocolVersion === 5 ? 5 : 4;
    const problem = findConnectProblem(packet);
    if (problem !== undefined) return this.#refuse(problem);
    try {
      const client = await this.#options.handler.connect(toLogin(packet, this.#socket.remoteAddress ?? ''));
      if (this.#endReason === undefined && !this.#socket.destroyed) this.#welcome(packet, client);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refuse(toConnackReason(error.status), error.message);
    }
  }

  #welcome(packet: IConnectPacket, client: Client): void {
    clearTimeout(this.#timer);
    const { handler, newClientId, onConnect } = this.#options;
    const clientId = packet.clientId === '' ? newClientId() : packet.clientId;
    const answers = new Answers(this.#wire, (topic) => handler.maySubscribe(client, topic), packet);
    this.#connected = {
      peer: {
        client,
        wantsAnswer: () => answers.isSubscribed,
        settle: (message, outcome) => this.#settle(message, outcome),
      },
      answers,
      hasWill: packet.will !== undefined,
      omitsTexts: packet.properties?.requestProblemInformation === false,
    };
    this.#socket.setTimeout((packet.keepalive ?? 0) * 1_500);
    this.#wire.send(createConnack(packet, clientId, this.#options));
    this.name = `${handler.nameClient(client)} ${clientId}`;
    onConnect(this);
  }

  #refuse(reason: number, text?: string): void {
    this.#wire.send(createRefusedConnack(reason, text));
    this.#close(reason);
  }

  #publish(packet: IPublishPacket, peer: Peer<Client>): Promise<void> | undefined {
    if (packet.qos === 2) return this.#end(reasons.qosNotSupported);
    if (this.#wire.protocolVersion === 5) {
      if (packet.retain) return this.#end(reasons.retainNotSupported);
      if (packet.properties?.topicAlias !== undefined) return this.#end(reasons.topicAliasInvalid);
      if (packet.qos === 1 && this.#unacknowledged >= this.#options.receiveMaximum)
        return this.#end(reasons.receiveMaximumExceeded);
    }
    this.#inFlight += 1;
    this.#unacknowledged += packet.qos;
    if (this.#inFlight === this.#options.receiveMaximum) this.#controlFlow();
    return this.#options.handler.publish(peer, packet);
  }

  #settle(message: IPublishPacket, outcome: Outcome): void {
    this.#inFlight -= 1;
    this.#unacknowledged -= message.qos;
    if (this.#endReason !== undefined) return;
    // 3.1.1 has no negative acknowledgement: without one, the client sends the message again on its next connection.
    const isUnanswered = message.qos === 1 && outcome.kind !== 'done' && this.#wire.protocolVersion === 4;
    if (message.qos === 1 && !isUnanswered) this.#acknowledge(message.messageId as number, outcome);
    if (outcome.answer !== undefined)
      this.#connected?.answers.send(outcome.answer, message.properties?.correlationData);
    const lastReason = this.#finishReason ?? this.#drainReason;
    if (outcome.kind === 'end' || isUnanswered) this.#end(outcome.reason);
    else if (lastReason !== undefined && this.#inFlight === 0) this.#end(lastReason);
    else if (this.#inFlight === this.#options.receiveMaximum - 1) this.#controlFlow();
  }

  #acknowledge(messageId: number, { reason, text }: Outcome): void {
    if (this.#wire.protocolVersion === 4 || reason === reasons.success) this.#wire.write(toPuback(messageId));
    else {
      const properties =
        text === undefined || this.#connected?.omitsTexts ? {} : { properties: { reasonString: text } };
      this.#wire.send({ cmd: 'puback', messageId, reasonCode: reason, ...properties });
    }
  }

  #end(reason: number): undefined {
    if (this.#endReason !== undefined) return;
    if (this.#connected && this.#wire.protocolVersion === 5 && reason !== reasons.success)
      this.#wire.send({ cmd: 'disconnect', reasonCode: reason });
    this.#close(reason);
  }

  #close(reason: number): void {
    this.#endReason = reason;
    this.#waiting.length = 0;
    this.#wire.end();
  }
}

/** Without a reason code, in both versions. By hand: one is sent for each message. */
function toPuback(messageId: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt16BE(0x40_02, 0);
  bytes.writeUInt16BE(messageId, 2);
  return bytes;
}
