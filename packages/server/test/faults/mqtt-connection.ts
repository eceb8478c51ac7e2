import { connect, type Socket } from 'node:net';
import { parser as createParser, generate, type Packet } from 'mqtt-packet';
import { longestPatienceMs } from './link.js';

export type Version = 4 | 5;

/** One MQTT connection as packets: MQTT.js would hide when a PUBACK arrives, and send again by itself. */
export class MqttConnection {
  readonly #socket: Socket;
  readonly #version: Version;
  readonly #patienceMs: number;
  #receive: (packet: Packet) => void = () => {};
  #fail: (error: Error) => void = () => {};
  #endReason: string | undefined;

  constructor(port: number, version: Version, patienceMs = longestPatienceMs) {
    this.#version = version;
    this.#patienceMs = patienceMs;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const parser = createParser({ protocolVersion: version });
    parser.on('packet', (packet) => {
      if (packet.cmd === 'disconnect') this.end(`DISCONNECT 0x${packet.reasonCode?.toString(16)}`);
      else this.#receive(packet);
    });
    parser.on('error', ({ message }) => this.end(message));
    this.#socket.on('data', (bytes) => parser.parse(bytes));
    this.#socket.on('error', ({ code, message }: NodeJS.ErrnoException) => this.end(code ?? message));
    for (const event of ['end', 'close']) this.#socket.on(event, () => this.end('closed'));
  }

  get isOpen(): boolean {
    return this.#endReason === undefined;
  }

  send(packet: Packet): void {
    this.#socket.write(generate(packet, { protocolVersion: this.#version }));
  }

  /** Sends, and resolves with what `take` makes of the packets that follow. Rejects when the connection ends. */
  ask<T>(packet: Packet, take: (received: Packet) => T | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#endReason !== undefined) throw new Error(this.#endReason);
      const timer = setTimeout(() => this.end(`no answer in ${this.#patienceMs / 1_000} s`), this.#patienceMs);
      this.#fail = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      this.#receive = (received) => {
        const taken = take(received);
        if (taken === undefined) return;
        clearTimeout(timer);
        resolve(taken);
      };
      this.send(packet);
    });
  }

  end(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = reason;
    this.#socket.destroy();
    this.#fail(new Error(reason));
  }
}
