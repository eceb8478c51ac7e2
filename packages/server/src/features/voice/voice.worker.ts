/** Makes the calls that are due, each beside the others, up to the number of lines. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SipServer } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { placeCall } from './baresip.js';
import { speak } from './speech.js';
import { type CallEnd, toAnswer } from './voice.rules.js';
import { takeEnd, takeKey, takeWithdrawal } from './voice.service.js';
import * as store from './voice.store.js';

/** Renewed every second. When a process is killed, another one makes its calls again after this time. */
const leaseMs = 5_000;
/** A call whose process died so often is not made again: it may be what kills the processes. */
const maxAttempts = 4;
/** How often the alert is said: 40 to 60 seconds. */
const timesSaid = 5;
const stopping = 'stopping';
const notMade: CallEnd = { wasAnswered: false, reason: 'The call could not be made' };

export interface CallLoop {
  /** Starts what is due, without waiting for its end. Call it every second. */
  readonly pump: (ctx: Context) => Promise<void>;
  /** Hangs up and leaves the calls to another process. */
  readonly stop: () => Promise<void>;
}

export function createCallLoop(): CallLoop {
  const underWay = new Map<string, { readonly hangUp: AbortController; readonly ended: Promise<void> }>();

  function begin(ctx: Context, call: store.DueCall): void {
    const hangUp = new AbortController();
    const ended = makeCall(ctx, call, hangUp.signal)
      .catch((error: unknown) => ctx.log.error({ err: error, callId: call.id }, 'call not settled'))
      .finally(() => underWay.delete(call.id));
    underWay.set(call.id, { hangUp, ended });
  }

  return {
    pump: async (ctx) => {
      if (underWay.size > 0) {
        const needed = await store.renewCalls(ctx.db, [...underWay.keys()], leaseMs);
        for (const [id, { hangUp }] of underWay) if (!needed.includes(id)) hangUp.abort();
      }
      const lines = ctx.config.voiceLines - underWay.size;
      if (lines > 0) for (const call of await store.claimCalls(ctx.db, lines, leaseMs)) begin(ctx, call);
    },
    stop: async () => {
      for (const { hangUp } of underWay.values()) hangUp.abort(stopping);
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
  };
}

async function makeCall(ctx: Context, call: store.DueCall, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fallwatch-call-'));
  try {
    const [isNeeded] = await store.renewCalls(ctx.db, [call.id], leaseMs);
    if (!isNeeded) await takeWithdrawal(ctx, call);
    else if (call.attempts > maxAttempts) await takeEnd(ctx, call, notMade);
    else await speakAndListen(ctx, call, { folder, signal });
    if (signal.reason === stopping) await store.releaseCall(ctx.db, call.id);
    else await store.deleteCall(ctx.db, call.id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Underlying {
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function speakAndListen(ctx: Context, call: store.DueCall, { folder, signal }: Underlying): Promise<void> {
  const { phone, language, text } = call;
  let isAnswered = false;
  const onKey = async (key: string): Promise<string | null> => {
    const answer = toAnswer(key);
    if (!answer || isAnswered || call.tokenHash === null) return null;
    isAnswered = true;
    const said = await takeKey(ctx, call, answer);
    return speak({ folder, name: 'reply', language, text: said, times: 1 });
  };
  const onRinging = (): void => {
    store.updateRinging(ctx.db, call.id).catch((error: unknown) => ctx.log.error({ err: error }, 'call not noted'));
  };
  const end = await attempt(ctx, async (sip) => {
    const sound = await speak({ folder, name: 'alert', language, text, times: timesSaid });
    return placeCall(sip, { folder, phone, sound, onRinging, onKey, signal });
  });
  if (isAnswered || signal.reason === stopping) return;
  await (signal.aborted ? takeWithdrawal(ctx, call) : takeEnd(ctx, call, end));
}

/** A program is missing or broken, or the name of the telephone system cannot be resolved. */
async function attempt(ctx: Context, place: (sip: SipServer) => Promise<CallEnd>): Promise<CallEnd> {
  try {
    return ctx.config.sip ? await place(ctx.config.sip) : notMade;
  } catch (error) {
    ctx.log.error({ err: error }, 'call could not be made');
    return notMade;
  }
}
