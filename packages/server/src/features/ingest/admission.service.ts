/**
 * Finds the device of a reading. A reading of a cached device joins the queue at once. A reading of an unknown device
 * waits outside the queue until the device is looked up or registered, so that it delays no other reading.
 */
import { assess } from '@fallwatch/detection';
import type { Settle } from '../../platform/batch.js';
import type { Context, Platform } from '../../platform/context.js';
import { toDetails } from '../../platform/http/validation.js';
import { parseMacAddress } from '../../platform/mac.js';
import { invalid, Refusal, unavailable } from '../../platform/refusal.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { CachedDevice } from '../devices/device-update.service.js';
import {
  findDeviceOfCredential,
  findOrRegisterDevice,
  isAccepted,
  refuseForeignOrDisabled,
} from '../devices/devices.service.js';
import { nothingToConfirm } from '../falls/wearer-response.service.js';
import type { Arrival, Passing } from './batch.js';
import { findProblems, parseReading, withoutInvalid } from './ingest.rules.js';
import type { AssessableReading, Assessed } from './ingest.schema.js';

/** A lookup takes 1 ms, a registration a few; up to 1 s in a process that has just started on a busy machine. */
const maxMs = 3_000;
/** The same limit as the queue's. */
const maxWaiting = 5_000;

type Enqueue = (admitted: Passing, settle: Settle<Assessed>) => void;

/** Takes each reading as it arrives, and settles those that cannot join the queue. */
export function createAdmission(
  platform: Platform,
  enqueue: Enqueue,
): (arrival: Arrival, settle: Settle<Assessed>) => void {
  const devices = platform.state.deviceCache;
  /** Caller and device → the last waiting reading. Readings of one device join the queue in the order of arrival. */
  const waiting = new Map<string, Promise<void>>();
  let waitingCount = 0;

  function admitLater(candidate: Candidate, macAddress: string, settle: Settle<Assessed>): void {
    const { arrival, sent, refusal } = candidate;
    if (waitingCount >= maxWaiting) {
      settle(rejected(unavailable('The service is busy. Try again.')));
      return;
    }
    const key = pendingKey(arrival, macAddress);
    const before = waiting.get(key);
    waitingCount += 1;
    const found = refusal
      ? findForRefused(arrival.ctx, macAddress, sent, refusal)
      : findAccepted(arrival.ctx, macAddress);
    const joined = withTimeout(found, maxMs)
      .then(async (device) => {
        await before;
        enqueue(toPassing(candidate, device), settle);
      })
      .catch((reason: unknown) => settle(rejected(reason)))
      .catch((error: unknown) => platform.log.error({ err: error }, 'reading was not answered'))
      .finally(() => {
        waitingCount -= 1;
        if (waiting.get(key) === joined) waiting.delete(key);
      });
    waiting.set(key, joined);
  }

  return (arrival, settle) => {
    const problems = arrival.validationError ? listProblems(arrival.validationError) : findProblems(arrival.body);
    const refusal = problems && invalid(problems);
    const sent = problems ? withoutInvalid(arrival.body, problems) : arrival.body;
    if (sent === undefined) return settle(rejected(refusal));
    const candidate = { arrival, sent, refusal };
    const macAddress = parseMacAddress(sent.device_id) as string;
    const known = devices.peek(macAddress);
    const isNext = waitingCount === 0 || !waiting.has(pendingKey(arrival, macAddress));
    if (known && isNext && isAccepted(known, arrival.actor)) return enqueue(toPassing(candidate, known), settle);
    admitLater(candidate, macAddress, settle);
  };
}

type Candidate = Pick<Passing, 'arrival' | 'sent' | 'refusal'>;

const pendingKey = ({ actor }: Arrival, macAddress: string): string => `${actor.id} ${macAddress}`;

function listProblems({ validation = [] }: NonNullable<Arrival['validationError']>): Record<string, string> {
  return toDetails(validation);
}

/** The caller's device; an unknown one is registered, unless a credential names another. */
async function findAccepted(ctx: Context, macAddress: string): Promise<CachedDevice> {
  const sender = ctx.actor.device;
  const device = sender
    ? await findDeviceOfCredential(ctx, sender, macAddress)
    : await findOrRegisterDevice(ctx, macAddress);
  return isAccepted(device, ctx.actor) ? device : refuseForeignOrDisabled(ctx, device);
}

/**
 * The same for a reading that is refused anyway. It registers an unknown device only if it shows a fall, because a fall
 * needs its device. If the device is another person's, disabled or over the limit, nothing is recorded and the answer
 * is the plain refusal.
 */
async function findForRefused(ctx: Context, macAddress: string, sent: AssessableReading, refusal: Refusal) {
  const known = await ctx.state.deviceCache.findOrLast(macAddress);
  // The device of a credential exists: it registers no other.
  if (!known && (ctx.actor.device || !showsFall(sent, ctx.clock.nowMs()))) throw refusal;
  const device = known ?? (await findOrRegisterDevice(ctx, macAddress).catch(insteadOfForbidden(refusal)));
  if (!isAccepted(device, ctx.actor)) throw refusal;
  return device;
}

function showsFall(sent: AssessableReading, nowMs: number): boolean {
  return assess(undefined, parseReading(sent), nowMs).level !== 'NO_FALL';
}

function insteadOfForbidden(refusal: Refusal): (reason: unknown) => never {
  return (reason) => {
    throw reason instanceof Refusal && reason.status === 403 ? refusal : reason;
  };
}

function toPassing({ arrival, sent, refusal }: Candidate, device: CachedDevice): Passing {
  return {
    arrival,
    sent,
    refusal,
    reading: parseReading(sent),
    device,
    key: device.hotKey,
    agoMs: 0,
    heldUpMs: arrival.heldUpMs,
    takesTurn: refusal === undefined,
    index: 0,
    turn: undefined,
    assessment: undefined,
    fallId: null,
    carried: null,
    confirmation: nothingToConfirm,
  };
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}
