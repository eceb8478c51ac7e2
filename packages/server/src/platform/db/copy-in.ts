import type pg from 'pg';

const copyData = 'd'.charCodeAt(0);
const copyDone = Buffer.from([...Buffer.from('c'), 0, 0, 0, 4]);
/** A message counts the four bytes of its own length. */
const lengthBytes = 4;

/**
 * Runs a `COPY … FROM STDIN`; resolves with the number of rows. Not with pg-copy-streams: if PostgreSQL refuses a row
 * while pieces still wait for the socket, it ends the process (brianc/node-pg-copy-streams#171).
 */
export function copyIn(client: pg.Client, statement: string, pieces: readonly Uint8Array[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    const query = {
      /** The driver replaces it by one that also ends its time-out. */
      callback: (error: Error | null) => (error ? reject(error) : resolve(rows)),
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: ({ stream }: pg.Connection) => {
        stream.cork();
        for (const piece of pieces) {
          stream.write(toHead(piece));
          stream.write(piece);
        }
        stream.write(copyDone);
        stream.uncork();
      },
      handleCommandComplete: ({ text }: { text: string }) => {
        rows = Number(text.replace('COPY ', ''));
      },
      handleError: (error: Error) => query.callback(error),
      handleReadyForQuery: () => query.callback(null),
    };
    client.query(query);
  });
}

function toHead({ length }: Uint8Array): Buffer {
  const head = Buffer.allocUnsafe(1 + lengthBytes);
  head.writeUInt8(copyData, 0);
  head.writeUInt32BE(length + lengthBytes, 1);
  return head;
}
