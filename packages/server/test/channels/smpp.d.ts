/** The protocol between a gateway and a phone network. The package has no types of its own. */
declare module 'smpp' {
  export interface Pdu {
    readonly source_addr: string;
    readonly destination_addr: string;
    readonly data_coding: number;
    readonly registered_delivery: number;
    readonly short_message: { readonly message: Buffer | string };
    response(fields?: object): Pdu;
  }
  export interface Session {
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: string, listener: (pdu: Pdu) => void): void;
    send(pdu: Pdu): void;
    deliver_sm(fields: object): void;
    destroy(): void;
  }
  export function createServer(onSession: (session: Session) => void): {
    listen(port: number, host: string): void;
    close(): void;
  };
}
