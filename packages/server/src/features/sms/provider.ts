import type { DeliveryResult } from '../deliveries/channel.js';

export interface TextMessage {
  readonly to: string;
  readonly from: string | null;
  readonly text: string;
  /** Where the provider reports whether it has arrived. */
  readonly reportUrl: string;
}

export type CallbackFields = Readonly<Record<string, string>>;

/** A service that sends text messages. */
export interface SmsProvider {
  /** Must return within 5 s. Returns the reason of a failure instead of throwing. */
  send(message: TextMessage): Promise<DeliveryResult>;
  /** Undefined: not final yet. */
  parseReport(fields: CallbackFields): { readonly hasArrived: boolean; readonly reason: string } | undefined;
  parseReply(fields: CallbackFields): { readonly from: string; readonly text: string } | undefined;
  /** Whether the provider itself made this call. The URL is signed in any case. */
  isGenuine(call: { readonly url: string; readonly fields: CallbackFields; readonly signature: string }): boolean;
}

/** Below the 5 s of an attempt: the reason is known when the attempt ends. */
export const timeoutMs = 4_500;

/** For providers with an HTTP interface. Their address comes from the operator. */
export async function call(url: string, request: RequestInit = {}): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: answer.status, text: (await answer.text()).slice(0, 500) };
  } catch {
    return null;
  }
}
