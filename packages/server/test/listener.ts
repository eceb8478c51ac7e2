import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: the data of any event; tests look into it freely.
type Json = any;

export interface Heard {
  readonly id: string;
  readonly type: string;
  readonly data: Json;
}

/** A client of the live stream. */
export interface Listener {
  readonly response: IncomingMessage;
  /** Everything the stream sent, as text. */
  readonly raw: () => string;
  readonly heard: readonly Heard[];
  /** The last id, as a browser keeps it: an id on a heartbeat counts too. */
  readonly lastId: () => string;
  readonly heartbeats: () => number;
  readonly isOpen: () => boolean;
  readonly ended: Promise<void>;
  readonly close: () => void;
}

export interface ListenOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly onEvent?: (event: Heard) => void;
}

/** `base` ends with /api. Resolves with the response's head; tests that expect events read `heard`. */
export async function listen(base: string, options: ListenOptions = {}): Promise<Listener> {
  const { token, headers = {}, query = '', onEvent } = options;
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const asked = request(`${base}/events${query}`, { agent: false, headers: { ...authorization, ...headers } });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const heard: Heard[] = [];
  const parser = createParser((event) => {
    heard.push(event);
    onEvent?.(event);
  });
  let raw = '';
  let isOpen = true;
  const ended = new Promise<void>((resolve) =>
    response.once('close', () => {
      isOpen = false;
      resolve();
    }),
  );
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (text: string) => {
    // Kept short: a thousand listeners in one test would otherwise fill the memory.
    raw = `${raw}${text}`.slice(-20_000);
    parser.take(text);
  });
  return {
    response,
    heard,
    ended,
    raw: () => raw,
    lastId: parser.lastId,
    heartbeats: parser.heartbeats,
    isOpen: () => isOpen,
    close: () => void asked.destroy(),
  };
}

/** Parses as the HTML standard says, as far as our streams need it. */
function createParser(onEvent: (event: Heard) => void) {
  let rest = '';
  let lastId = '';
  let heartbeats = 0;
  return {
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    take(text: string): void {
      const blocks = `${rest}${text}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/) as [string, string]));
        lastId = fields.get('id') ?? lastId;
        if (block.startsWith(': heartbeat\n')) heartbeats += 1;
        const data = fields.get('data');
        if (data !== undefined) onEvent({ id: lastId, type: fields.get('event') ?? 'message', data: JSON.parse(data) });
      }
    },
  };
}
