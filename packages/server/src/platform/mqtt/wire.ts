import type { Socket } from 'node:net';
import { parser as createParser, generate, type Packet } from 'mqtt-packet';
import { reasons } from './codes.js';

/** A CONNECT with a will, a user name and a password is below 1 kB. */
const maxConnectBytes = 8 * 1024;
/** A client that does not read its answers is disconnected. */
const maxUnsentBytes = 256 * 1024;
/** Time for the last packets to be sent. */
const endTimeoutMs = 1_000;

export interface WireOptions {
  readonly maxPacketBytes: number;
  readonly flushLater: (wire: Wire) => void;
}

export interface WireListener {
  readonly receive: (packet: Packet) => void;
  /** What was received is not MQTT, or too large. Nothing is read after it. */
  readonly breakOff: (reason: number) => void;
}

/**
 * A connection as packets. What is written is collected until the end of the event-loop step: the acknowledgements of a
 * batch are one write.
 */
export class Wire {
  /** Of the CONNECT: it decides how packets are written. */
  protocolVersion: 4 | 5 = 4;
  readonly #socket: Socket;
  readonly #options: WireOptions;
  readonly #listener: WireListener;
  readonly #parser = createParser();
  #maxBytes = maxConnectBytes;
  #isClosed = false;
  #unsent: Buffer[] = [];

  constructor(socket: Socket, options: WireOptions, listener: WireListener) {
    this.#socket = socket;
    this.#options = options;
    this.#listener = listener;
    this.#parser.on('packet', (packet) => this.#receive(packet));
    this.#parser.on('error', () => this.#breakOff(reasons.malformedPacket));
    socket.on('data', (chunk: Buffer) => {
      if (this.#isClosed) return;
      // What remains is a packet that is not complete: it must not grow without bound.
      if (this.#parser.parse(chunk) > this.#maxBytes) this.#breakOff(reasons.packetTooLarge);
    });
  }

  #receive(packet: Packet): void {
    if (this.#isClosed) return;
    if ((packet.length ?? 0) > this.#maxBytes) this.#breakOff(reasons.packetTooLarge);
    else {
      this.#maxBytes = this.#options.maxPacketBytes;
      this.#listener.receive(packet);
    }
  }

  #breakOff(reason: number): void {
    if (!this.#isClosed) this.#listener.breakOff(reason);
  }

  send(packet: Packet): void {
    this.write(generate(packet, { protocolVersion: this.protocolVersion }));
  }

  write(bytes: Buffer): void {
    if (this.#unsent.length === 0) this.#options.flushLater(this);
    this.#unsent.push(bytes);
  }

  flush(): void {
    const unsent = this.#unsent;
    if (unsent.length === 0) return;
    this.#unsent = [];
    if (!this.#socket.writable) return;
    this.#socket.write(unsent.length === 1 ? (unsent[0] as Buffer) : Buffer.concat(unsent));
    if (this.#socket.writableLength > maxUnsentBytes) this.#socket.destroy();
  }

  /** Sends what was written, and closes the connection. */
  end(): void {
    this.flush();
    this.#isClosed = true;
    this.#socket.setTimeout(0);
    this.#socket.end();
    // What still arrives is read and dropped: closing with unread data resets the connection, and the client loses the
    // last packets.
    this.#socket.resume();
    const timer = setTimeout(() => this.#socket.destroy(), endTimeoutMs);
    this.#socket.once('close', () => clearTimeout(timer));
  }
}

/** One callback for all connections that have something to send. */
export function createFlusher(): WireOptions['flushLater'] {
  let waiting: Wire[] = [];
  function flushAll(): void {
    const wires = waiting;
    waiting = [];
    for (const wire of wires) wire.flush();
  }
  return (wire) => {
    if (waiting.length === 0) process.nextTick(flushAll);
    waiting.push(wire);
  };
}
