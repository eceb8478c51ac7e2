/**
 * Takes a request with several readings apart: invalid readings are refused one by one, the others are grouped by
 * device, and the devices are found or registered. A request whose devices are cached joins the queue at once.
 */
import type { Context, Platform } from '../../platform/context.js';
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
import { findProblems, withoutInvalid } from './ingest.rules.js';
import { compareMoments, groupProblems, toProblem, type UploadProblems } from './upload.rules.js';
import type { AssessableUpload, UploadedReading, UploadResult } from './upload.schema.js';
import type { DeviceItems, SettleUpload, UploadArrival, UploadItem, UploadRequest } from './upload-batch.js';

/** As for a single reading: admission.service.ts. */
const maxMs = 3_000;
/** Requests that wait for a device that is not cached. */
const maxWaiting = 200;

type Enqueue = (request: UploadRequest, settle: SettleUpload) => void;

/** A reading that can be assessed, before its device is known. */
type Candidate = Pick<UploadItem, 'index' | 'sent' | 'refusal'>;
type Results = UploadRequest['results'];

export function createUploadAdmission(
  platform: Platform,
  enqueue: Enqueue,
): (arrival: UploadArrival, settle: SettleUpload) => void {
  const cache = platform.state.deviceCache;
  let waitingCount = 0;

  async function findDevices(ctx: Context, byMac: ReadonlyMap<string, Candidate[]>) {
    const found = new Map<string, CachedDevice | Refusal>();
    for (const [mac, candidates] of byMac) found.set(mac, await findDevice(ctx, mac, candidates));
    return found;
  }

  function admitLater(arrival: UploadArrival, results: Results, byMac: Map<string, Candidate[]>, settle: SettleUpload) {
    if (waitingCount >= maxWaiting) return settle(rejected(unavailable('The service is busy. Try again.')));
    waitingCount += 1;
    return withTimeout(findDevices(arrival.ctx, byMac), maxMs)
      .then((found) => {
        const refusals = [...found.values()].filter((device) => device instanceof Refusal);
        if (refusals.length === found.size && refusals[0]) settle(rejected(refusals[0]));
        else enqueue(toRequest(arrival, results, byMac, found), settle);
      })
      .catch((reason: unknown) => settle(rejected(reason)))
      .finally(() => {
        waitingCount -= 1;
      });
  }

  return (arrival, settle) => {
    const { ofRequest, byReading } = groupProblems(arrival.validationError?.validation ?? []);
    if (ofRequest) return settle(rejected(invalid(ofRequest)));
    const results: Results = new Array(arrival.body.readings.length);
    const byMac = sortOut(arrival.body.readings, byReading, results);
    const found = new Map<string, CachedDevice>();
    for (const mac of byMac.keys()) {
      const device = cache.peek(mac);
      if (device && isAccepted(device, arrival.actor)) found.set(mac, device);
    }
    if (found.size === byMac.size) return enqueue(toRequest(arrival, results, byMac, found), settle);
    return void admitLater(arrival, results, byMac, settle);
  };
}

/** Refuses what cannot be assessed, and groups the rest by device. */
function sortOut(
  readings: readonly AssessableUpload[],
  problems: UploadProblems['byReading'],
  results: Results,
): Map<string, Candidate[]> {
  const byMac = new Map<string, Candidate[]>();
  let [lastId, own]: [string | undefined, Candidate[]] = [undefined, []];
  for (let index = 0; index < readings.length; index += 1) {
    const reading = readings[index] as AssessableUpload;
    const found = problems.get(index) ?? findProblems(reading as UploadedReading);
    const refusal = found && invalid(found);
    const sent = found ? (withoutInvalid(reading, found) as AssessableUpload | undefined) : reading;
    // Without its age a reading has no time.
    if (sent?.age_ms === undefined) {
      results[index] = refuseReading(refusal as Refusal);
      continue;
    }
    // Nearly always the same device: its address is parsed once.
    if (sent.device_id !== lastId) {
      lastId = sent.device_id;
      const mac = parseMacAddress(lastId) as string;
      own = byMac.get(mac) ?? [];
      byMac.set(mac, own);
    }
    own.push({ index, sent, refusal });
  }
  return byMac;
}

/** The caller's device, or why it may not send. It is registered only for a valid reading. */
async function findDevice(
  ctx: Context,
  mac: string,
  candidates: readonly Candidate[],
): Promise<CachedDevice | Refusal> {
  const invalidOnes = candidates.every(({ refusal }) => refusal !== undefined);
  const { device: sender } = ctx.actor;
  try {
    const find = () => (invalidOnes ? ctx.state.deviceCache.findOrLast(mac) : findOrRegisterDevice(ctx, mac));
    const device = await (sender ? findDeviceOfCredential(ctx, sender, mac) : find());
    if (device && isAccepted(device, ctx.actor)) return device;
    return device ? await refuseForeignOrDisabled(ctx, device) : (candidates[0]?.refusal as Refusal);
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return error;
    throw error;
  }
}

function toRequest(
  arrival: UploadArrival,
  results: Results,
  byMac: ReadonlyMap<string, Candidate[]>,
  found: ReadonlyMap<string, CachedDevice | Refusal>,
): UploadRequest {
  const receivedAtMs = arrival.arrivedAtMs;
  const devices: DeviceItems[] = [];
  for (const [mac, candidates] of byMac) {
    const device = found.get(mac) as CachedDevice | Refusal;
    if (device instanceof Refusal)
      for (const { index, refusal } of candidates) results[index] = refuseReading(refusal ?? device);
    else {
      const items = candidates.map((candidate) => toItem(candidate, device, receivedAtMs)).sort(compareMoments);
      devices.push({ device, items, turn: undefined, olderTurn: undefined, changed: {} });
    }
  }
  return { arrival, receivedAtMs, devices, results };
}

function toItem({ index, sent, refusal }: Candidate, device: CachedDevice, receivedAtMs: number): UploadItem {
  const atMs = receivedAtMs - sent.age_ms;
  return {
    index,
    sent,
    refusal,
    device,
    atMs,
    at: new Date(atMs).toISOString(),
    uptimeMs: sent.uptime_ms,
    isKnown: false,
    isLive: false,
    assessment: undefined,
    fallId: null,
    carried: null,
    confirmation: nothingToConfirm,
  };
}

export function refuseReading(refusal: Refusal): UploadResult {
  return { status: 'refused', ...nothingAssessed, problem: toProblem(refusal) };
}

export const nothingAssessed = {
  fallDetected: null,
  fallConfidence: null,
  fallLevel: null,
  fallEventId: null,
  confirmation: null,
} as const;

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}
