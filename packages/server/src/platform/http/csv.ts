import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Spreadsheets find out by this mark that the text is UTF-8: without it, Excel shows MÃ¼ller for Müller. */
const byteOrderMark = '\u{FEFF}';

type Lines = Iterable<string> | AsyncIterable<string>;

/** Sends the lines as a file to save, while they are read. A piece may have several lines. */
export function sendCsv(reply: FastifyReply, fileName: string, lines: Lines): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(withMark(lines), { objectMode: false }));
}

async function* withMark(lines: Lines): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* lines;
}
