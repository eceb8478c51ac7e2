import type { Context } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';

/** One recipient of a step. */
export interface Addressed {
  readonly escalationId: string;
  readonly alertId: string;
  readonly recipientId: string;
  readonly step: number;
  readonly severity: AlertSeverity;
  /** False: nobody needs to be reached at once, so all others are sent before it. */
  readonly mustReach: boolean;
  /** Everything used for this step has failed: contact points of later steps and higher severities are used now. */
  readonly usesEverything?: boolean;
}

/** A recipient over one channel; `contactPointId` is null if the channel has no contact points. */
export interface Target extends Addressed {
  readonly contactPointId: string | null;
}

/** One attempt to reach one person about one alert. */
export interface Notice {
  readonly deliveryId: string;
  readonly alertId: string;
  readonly escalationId: string;
  readonly recipientId: string;
  readonly contactPointId: string | null;
  readonly patientId: string;
  readonly fallId: string | null;
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly raisedAt: string;
  readonly step: number;
  readonly isDrill: boolean;
  /** Somebody has taken the alert and asks for a second person: their name. */
  readonly calledBy: string | null;
}

/** A notice that no escalation follows. */
export type SingleNotice = Omit<Notice, 'deliveryId' | 'escalationId' | 'recipientId' | 'contactPointId' | 'calledBy'>;

export type DeliveryResult =
  /** It has reached the person. */
  | { readonly status: 'sent' }
  /** A third party has taken it over. `confirmDelivered` reports when it has reached the person. */
  | { readonly status: 'accepted' }
  /** To be tried again later. */
  | { readonly status: 'failed'; readonly reason: string }
  /** The person cannot be reached over this channel: try the next channel or person at once. */
  | { readonly status: 'unreachable'; readonly reason: string };

/**
 * The channel sends it later, together with others. Until then it has not reached the person: try the next channel or
 * person at once.
 */
export interface Held {
  readonly status: 'held';
  readonly reason: string;
}

/** A person whom a channel reaches. */
export interface Reachable {
  readonly userId: string;
  readonly channel: string;
}

/** A way to reach a person. */
export interface Channel {
  readonly name: string;
  /** One target for each way to reach each recipient over this channel: one delivery each. None: not set up. */
  listTargets(ctx: Context, addressed: readonly Addressed[]): Promise<readonly Target[]>;
  /**
   * Who of these people has an address here that works, as far as its last messages show. Channels may share this
   * function: it is called once and answers for all of them.
   */
  readonly listReachable: (ctx: Context, userIds: readonly string[]) => Promise<readonly Reachable[]>;
  /** Must return within 5 s. Returns the reason of a failure instead of throwing. */
  deliver(ctx: Context, notice: Notice): Promise<DeliveryResult | Held>;
  /**
   * Only for channels whose messages stay on a screen: these incidents were taken, closed or raised again. Called in
   * the transaction of the change.
   */
  queueUpdates?(ctx: Context, escalationIds: readonly string[]): Promise<void>;
  /** Only for channels with their own retries. Joins the caller's transaction; nothing reports the result. */
  queueNotice?(ctx: Context, userIds: readonly string[], notice: SingleNotice): Promise<void>;
}

declare module '../../platform/context.js' {
  interface ProcessState {
    readonly channels: readonly Channel[];
  }
}
