import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { ContactKind } from '../../platform/db/tables/notices.js';
import type { DeliveryResult, Held, Notice } from '../deliveries/channel.js';

/** Where a message goes. */
export interface Destination {
  /** Null for an invitation: the person has no contact points yet. */
  readonly contactPointId: string | null;
  readonly userId: string;
  readonly address: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly language: 'en' | 'de';
}

/** One message, worded in the language of its recipient. Contains no name of a patient, only initials. */
export interface Message {
  /** The same for every attempt, so that a receiver can recognise a repetition. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Further lines, only in mail. */
  readonly lines?: readonly MessageLine[];
  /** How the person answers without signing in; null if there is nothing to answer. */
  readonly answer: MessageAnswer | null;
  /** Messages about one incident belong together; null for all others: codes, tests, digests, invitations. */
  readonly incidentId: string | null;
  readonly severity: AlertSeverity;
  /** Replaces an earlier message without a sound. */
  readonly isUpdate?: boolean;
}

export interface MessageLine {
  readonly text: string;
  /** What it links to. */
  readonly url: string | null;
}

export interface MessageAnswer {
  readonly alertId: string;
  /** Opens the page that answers. */
  readonly url: string;
  /** Answers by `POST /answers`. */
  readonly token: string;
  /** The words of the two answers. */
  readonly onIt: string;
  readonly cannot: string;
}

/** Must return within 5 s. Returns the reason of a failure instead of throwing. */
export type Send = (ctx: Context, to: Destination, message: Message) => Promise<DeliveryResult>;

/** A kind of contact point: how an address is written, and how a message is sent there. */
export interface Medium {
  readonly kind: ContactKind;
  /** The address in its stored form, or what is wrong with it. */
  readonly parseAddress: (draft: AddressDraft, config: Config) => ParsedAddress;
  /** A message with the same incident replaces the one before on the screen. */
  readonly replacesMessages?: boolean;
  /**
   * Calls `send` for a notice that may be sent now. Holds all others, and sends them later, together. Without it every
   * notice is sent now.
   */
  readonly limit?: (
    ctx: Context,
    notice: Notice & { readonly contactPointId: string },
    send: () => Promise<DeliveryResult>,
  ) => Promise<DeliveryResult | Held>;
  readonly send: Send;
}

/** `connect` returns null if the operator has not set it up. */
export interface MediumDefinition extends Omit<Medium, 'send'> {
  readonly connect: (config: Config) => Send | null;
}

export interface AddressDraft {
  readonly address: string;
  readonly token?: string | undefined;
  readonly keys?: { readonly p256dh: string; readonly auth: string } | undefined;
}

export type ParsedAddress =
  | { readonly address: string; readonly secrets: Readonly<Record<string, string>> }
  /** Field → problem. */
  | { readonly problems: Readonly<Record<string, string>> };

declare module '../../platform/context.js' {
  interface ProcessState {
    /** The media that this installation can use. */
    readonly media: readonly Medium[];
  }
}
