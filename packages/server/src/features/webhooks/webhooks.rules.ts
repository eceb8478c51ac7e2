import type { OutboundResult } from '../../platform/outbound.js';
import type { DeliveryResult } from '../deliveries/channel.js';

/** After the first attempt fails: soon while it may still help, then further apart, and after the last not again. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
/** Receivers that came back all at once would go down again. */
const jitter = 0.2;

/** How long to wait after this many failed attempts; undefined: give up. `random` is 0 to 1. */
export function retryDelayMs(attempts: number, random: number): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1];
  return delayMs && Math.round(delayMs * (1 + jitter * random));
}

export interface Attempted {
  readonly status: 'sent' | 'failed' | 'unreachable';
  readonly httpStatus: number | null;
  readonly problem: string | null;
}

/** What came of one attempt. `unreachable`: trying again would change nothing. */
export function attemptedOf(result: OutboundResult): Attempted {
  if (result.kind === 'refused') return { status: 'unreachable', httpStatus: null, problem: result.reason };
  if (result.kind === 'failed') return { status: 'failed', httpStatus: null, problem: result.reason };
  const { status } = result;
  if (status >= 200 && status < 300) return { status: 'sent', httpStatus: status, problem: null };
  if (status === 410) return { status: 'unreachable', httpStatus: status, problem: 'The receiver answered 410: gone' };
  const more = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { status: 'failed', httpStatus: status, problem: `The receiver answered ${status}${more}` };
}

/** What the person's webhooks together make of a notice: one that took it is enough. */
export function deliveryResultOf(attempts: readonly Attempted[]): DeliveryResult {
  const [first] = attempts;
  if (!first) return { status: 'unreachable', reason: 'This person has no webhook' };
  if (attempts.some(({ status }) => status === 'sent')) return { status: 'sent' };
  const failed = attempts.find(({ status }) => status === 'failed');
  const reason = (failed ?? first).problem ?? '';
  return failed ? { status: 'failed', reason } : { status: 'unreachable', reason };
}
