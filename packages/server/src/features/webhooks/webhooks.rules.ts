import type { OutboundResult } from '../../platform/outbound.js';
import type { DeliveryResult, Notice } from '../deliveries/channel.js';
import { type WebhookEvent, WebhookNotice } from './webhooks.schema.js';

/**
 * Pauses after failed attempts: short while the notice is still useful, then longer. After the last one no more
 * retries.
 */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
/** Spreads the retries: calling all receivers at the same moment after an outage could bring them down again. */
const jitter = 0.2;

/** How long to wait after this many failed attempts; undefined: no more retries. `random` is 0 to 1. */
export function retryDelayMs(attempts: number, random: number): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1];
  return delayMs && Math.round(delayMs * (1 + jitter * random));
}

export interface Attempted {
  readonly status: 'sent' | 'failed' | 'unreachable';
  readonly httpStatus: number | null;
  readonly problem: string | null;
}

/** The result of one attempt. `unreachable`: a retry cannot help. */
export function toAttempted(result: OutboundResult): Attempted {
  if (result.kind === 'refused') return { status: 'unreachable', httpStatus: null, problem: result.reason };
  if (result.kind === 'failed') return { status: 'failed', httpStatus: null, problem: result.reason };
  const { status } = result;
  if (status >= 200 && status < 300) return { status: 'sent', httpStatus: status, problem: null };
  if (status === 410) return { status: 'unreachable', httpStatus: status, problem: 'The receiver answered 410: gone' };
  const more = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { status: 'failed', httpStatus: status, problem: `The receiver answered ${status}${more}` };
}

/** One attempt and the template of its webhook. */
interface WebhookAttempt extends Attempted {
  readonly template: string | null;
}

/**
 * The result over all webhooks of a person: one that accepted the notice is enough. A chat service has only taken it
 * over: nobody may have read it.
 */
export function combineAttempts(attempts: readonly WebhookAttempt[]): DeliveryResult {
  const [first] = attempts;
  if (!first) return { status: 'unreachable', reason: 'This person has no webhook' };
  const taken = attempts.filter(({ status }) => status === 'sent');
  if (taken.length > 0) return { status: taken.every(({ template }) => template !== null) ? 'accepted' : 'sent' };
  const failed = attempts.find(({ status }) => status === 'failed');
  const reason = (failed ?? first).problem ?? '';
  return failed ? { status: 'failed', reason } : { status: 'unreachable', reason };
}

const toldFields = Object.keys(WebhookNotice.properties) as (keyof WebhookNotice)[];

/** Picks the documented fields: the notice also contains internal fields of the delivery loop. */
export function toWebhookNotice(notice: Notice): WebhookNotice {
  return Object.fromEntries(toldFields.map((field) => [field, notice[field]])) as WebhookNotice;
}

export function toBody(event: WebhookEvent): string {
  return JSON.stringify(event);
}
