import type { Context } from '../../platform/context.js';

/** One attempt to reach one person about one alert. */
export interface Notice {
  readonly deliveryId: string;
  readonly alertId: string;
  readonly recipientId: string;
  readonly patientId: string;
  readonly fallId: string | null;
  readonly type: string;
  readonly severity: string;
  readonly message: string;
  readonly raisedAt: string;
  readonly step: number;
  readonly isDrill: boolean;
}

export type DeliveryResult =
  | { readonly status: 'sent' }
  /** Worth another attempt later. */
  | { readonly status: 'failed'; readonly reason: string }
  /** This person cannot be reached this way: go on to the next channel or person at once. */
  | { readonly status: 'unreachable'; readonly reason: string };

/** A way to reach a person. Confirms or tells why not, within its own time limit; never throws. */
export interface Channel {
  readonly name: string;
  deliver(ctx: Context, notice: Notice): Promise<DeliveryResult>;
}
