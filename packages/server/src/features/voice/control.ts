/** The control port of a baresip: JSON in netstrings, `12:{"event":1},`, that is a length, a colon, as many bytes, a comma. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** baresip takes about 50 ms to start. */
const [connectTries, connectPauseMs] = [200, 20];

export interface BaresipEvent {
  readonly type: string;
  readonly param?: string;
  readonly accountaor?: string;
}

export interface Control {
  readonly send: (command: string, params?: string) => void;
  readonly onEvent: (listener: (event: BaresipEvent) => void) => void;
  readonly close: () => void;
}

export async function connectControl(port: number): Promise<Control> {
  const socket = await connectTo(port);
  socket.on('error', () => undefined);
  return {
    send: (command, params = '') => {
      const text = JSON.stringify({ command, params });
      socket.write(`${Buffer.byteLength(text)}:${text},`);
    },
    onEvent: (listener) => {
      let rest = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        rest = Buffer.concat([rest, chunk]);
        for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
          const end = colon + 1 + Number(rest.subarray(0, colon).toString());
          if (rest.length < end + 1) return;
          const message: BaresipEvent & { readonly event?: boolean } = JSON.parse(
            rest.subarray(colon + 1, end).toString(),
          );
          rest = rest.subarray(end + 1);
          if (message.event) listener(message);
        }
      });
    },
    close: () => socket.destroy(),
  };
}

async function connectTo(port: number) {
  for (let tries = 1; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries === connectTries) throw error;
      await pause(connectPauseMs);
    }
  }
}
