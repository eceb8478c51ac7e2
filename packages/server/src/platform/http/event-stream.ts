import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Maximum unsent bytes for a slow reader. Beyond it the connection is closed: the reader reconnects and resumes, and a
 * slow connection cannot fill the server's memory.
 */
const maxUnsentBytes = 256 * 1024;

/** A response that stays open: server-sent events. */
export interface EventStream {
  /** True once the text has left this process, false when the connection broke before. */
  write(text: string): Promise<boolean>;
  /** Sends a heartbeat. Disconnects a reader that received nothing since the last one although data was waiting. */
  beat(text: string): void;
  /** Called once, for any kind of end. */
  onClose(listener: () => void): void;
  end(): void;
}

/** Takes the response over from Fastify, with the headers set so far. */
export function openEventStream(reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  reply.headers({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // Keeps proxies from buffering the response, which never ends.
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  });
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  // A broken connection is handled by its close event.
  raw.on('error', () => {});
  let sent = 0;
  let sentAtLastBeat = -1;

  const write = (text: string): Promise<boolean> =>
    new Promise((resolve) => {
      // Counts data that was waiting before, not this text: a reader with a long backlog must get at least one page.
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
    // A slow reader requests unsent data again after it reconnects.
    end: () => void (raw.writableLength > 0 ? raw.destroy() : raw.end()),
  };
}
