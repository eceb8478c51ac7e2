/** How the AsyncAPI document describes a channel. The channels are declared beside the schemas of their messages. */
import type { TSchema } from 'typebox';

export interface EventMessage {
  readonly summary: string;
  readonly payload: TSchema;
  readonly headers?: TSchema;
  readonly example: object;
}

/** A place where programs receive messages from the service, or send some to it. */
export interface EventChannel {
  readonly title: string;
  readonly description: string;
  /** Null: the receiver chooses it. */
  readonly address: string | null;
  readonly parameters?: Readonly<
    Record<string, { readonly description: string; readonly examples: readonly string[] }>
  >;
  readonly server: string;
  /** What the service does. */
  readonly action: 'send' | 'receive';
  /** The channel that the service answers on. */
  readonly answeredOn?: string;
  readonly bindings: Readonly<Record<string, object>>;
  readonly messages: Readonly<Record<string, EventMessage>>;
}
