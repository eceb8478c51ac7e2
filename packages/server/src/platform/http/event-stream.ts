import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * What may wait for a reader who takes it too slowly. Past it the connection is cut: the reader comes back and goes on
 * where it was, and nobody's memory grows with somebody's bad line.
 */
const maxUnsentBytes = 256 * 1024;

/** One answer that goes on: server-sent events. */
export interface EventStream {
  /** True once the text has left this process, false when the connection broke before. */
  write(text: string): Promise<boolean>;
  /** A sign of life. Cuts a reader to whom nothing has gone out since the last one although something waited. */
  beat(text: string): void;
  /** Called once, however it ended. */
  onClose(listener: () => void): void;
  end(): void;
}

/** Takes the answer over from Fastify, with the headers that were set so far. */
export function openEventStream(reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  reply.headers({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    // Proxies that collect an answer before they pass it on would collect for ever.
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  });
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  // A line that breaks is told by its close.
  raw.on('error', () => {});
  let sent = 0;
  let sentAtLastBeat = -1;

  const write = (text: string): Promise<boolean> =>
    new Promise((resolve) => {
      // What waited before counts, not this text: whoever comes back to a long backlog must get at least a page of it.
      if (raw.writableLength > maxUnsentBytes) raw.destroy();
      if (raw.writableEnded || raw.destroyed) return resolve(false);
      raw.write(text, (error) => {
        sent += 1;
        resolve(!error && !raw.destroyed);
      });
    });

  return {
    write,
    beat(text) {
      if (raw.writableLength > 0 && sent === sentAtLastBeat) raw.destroy();
      else void write(text);
      sentAtLastBeat = sent;
    },
    onClose: (listener) => void raw.once('close', listener),
    // What a slow reader has not taken by now, it asks for again.
    end: () => void (raw.writableLength > 0 ? raw.destroy() : raw.end()),
  };
}
