import type { BodySite } from './reading.js';
import {
  type Aftermath,
  aftermathKinds,
  type DetectorState,
  type Episode,
  type InputKind,
  type Slot,
} from './state.js';

/**
 * Layout, little endian: version u8, site u8, flags u8, looksLikeG u8, slotAgeMs u16, uptimeMs f64, atMs f64,
 * [episode: openedAtMs f64, lastAboveAtMs f64, confidence u16 in 1/10000], [aftermath: episodeAtMs f64, sinceMs f64,
 * quietSinceMs f64, kind u8, movingSeconds u8, uprightSeconds u8, wasStillLong u8, before 3×i16], then per slot: input
 * u8, accel 3×i16, turn i16, [samples: count u8, 6×i16 each]. A plain 1 Hz device takes at most 164 bytes, one with
 * bursts 3.2 kB. Version 1 has no aftermath; it is still written for a device without one, so that processes of the
 * previous release, which run beside new ones during an update, can read it.
 */
const headBytes = 22;
const episodeBytes = 18;
const aftermathBytes = 34;
const slotBytes = 9;
const sampleBytes = 12;
const inputs: readonly InputKind[] = ['instant', 'peak', 'burst'];
const sites: readonly (BodySite | 'unknown')[] = ['unknown', 'waist', 'wrist'];
const flagEpisode = 1;
const flagClockStuck = 2;
const flagAftermath = 4;
const kinds: readonly Aftermath['kind'][] = [null, ...aftermathKinds];

/** States are allocated from a larger buffer: an allocation per state would be most of the cost of packing it. */
const pieceBytes = 64 * 1024;
let piece = new ArrayBuffer(pieceBytes);
let used = 0;

function cut(size: number): Uint8Array {
  if (used + size > pieceBytes) {
    piece = new ArrayBuffer(pieceBytes);
    used = 0;
  }
  used += size;
  return new Uint8Array(piece, used - size, size);
}

/** Callers that keep the bytes for long must copy them. */
export function packState(state: DetectorState): Uint8Array {
  const bytes = cut(packedSize(state));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { episode, aftermath } = state;
  view.setUint8(0, aftermath === null ? 1 : 2);
  view.setUint8(1, sites.indexOf(state.site));
  view.setUint8(2, packFlags(state));
  view.setUint8(3, state.looksLikeG);
  view.setUint16(4, state.slotAgeMs, true);
  view.setFloat64(6, state.uptimeMs, true);
  view.setFloat64(14, state.atMs, true);
  let at = episode === null ? headBytes : packEpisode(view, headBytes, episode);
  if (aftermath !== null) at = packAftermath(view, at, aftermath);
  for (const slot of state.slots) at = packSlot(view, at, slot);
  return bytes;
}

function packFlags({ episode, clockStuck, aftermath }: DetectorState): number {
  return (episode ? flagEpisode : 0) | (clockStuck ? flagClockStuck : 0) | (aftermath ? flagAftermath : 0);
}

function packedSize({ episode, aftermath, slots }: DetectorState): number {
  let size = headBytes + (episode === null ? 0 : episodeBytes) + slots.length * slotBytes;
  if (aftermath !== null) size += aftermathBytes;
  for (const { samples } of slots) if (samples !== undefined) size += 1 + (samples.length / 6) * sampleBytes;
  return size;
}

/** Unpacks a state; undefined if the bytes are damaged or of another version: the device then starts with no state. */
export function unpackState(bytes: Uint8Array): DetectorState | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const site = sites[view.getUint8(1)];
    const version = view.getUint8(0);
    if ((version !== 1 && version !== 2) || site === undefined) return undefined;
    const flags = view.getUint8(2);
    const hasEpisode = (flags & flagEpisode) !== 0;
    const hasAftermath = version === 2 && (flags & flagAftermath) !== 0;
    const afterEpisode = headBytes + (hasEpisode ? episodeBytes : 0);
    return {
      version: 1,
      site,
      uptimeMs: view.getFloat64(6, true),
      atMs: view.getFloat64(14, true),
      slotAgeMs: view.getUint16(4, true),
      clockStuck: (flags & flagClockStuck) !== 0,
      looksLikeG: view.getUint8(3),
      slots: unpackSlots(view, afterEpisode + (hasAftermath ? aftermathBytes : 0)),
      episode: hasEpisode ? unpackEpisode(view, headBytes) : null,
      aftermath: hasAftermath ? unpackAftermath(view, afterEpisode) : null,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function packEpisode(view: DataView, at: number, episode: Episode): number {
  view.setFloat64(at, episode.openedAtMs, true);
  view.setFloat64(at + 8, episode.lastAboveAtMs, true);
  view.setUint16(at + 16, Math.round(episode.confidence * 10_000), true);
  return at + episodeBytes;
}

function unpackEpisode(view: DataView, at: number): Episode {
  return {
    openedAtMs: view.getFloat64(at, true),
    lastAboveAtMs: view.getFloat64(at + 8, true),
    confidence: view.getUint16(at + 16, true) / 10_000,
  };
}

function packAftermath(view: DataView, at: number, aftermath: Aftermath): number {
  view.setFloat64(at, aftermath.episodeAtMs, true);
  view.setFloat64(at + 8, aftermath.sinceMs, true);
  view.setFloat64(at + 16, aftermath.quietSinceMs, true);
  view.setUint8(at + 24, kinds.indexOf(aftermath.kind));
  view.setUint8(at + 25, aftermath.movingSeconds);
  view.setUint8(at + 26, aftermath.uprightSeconds);
  view.setUint8(at + 27, aftermath.wasStillLong ? 1 : 0);
  for (let axis = 0; axis < 3; axis++) view.setInt16(at + 28 + 2 * axis, aftermath.before[axis] as number, true);
  return at + aftermathBytes;
}

function unpackAftermath(view: DataView, at: number): Aftermath {
  const kind = kinds[view.getUint8(at + 24)];
  if (kind === undefined) throw new RangeError('unknown kind');
  return {
    episodeAtMs: view.getFloat64(at, true),
    kind,
    sinceMs: view.getFloat64(at + 8, true),
    quietSinceMs: view.getFloat64(at + 16, true),
    movingSeconds: view.getUint8(at + 25),
    uprightSeconds: view.getUint8(at + 26),
    wasStillLong: view.getUint8(at + 27) === 1,
    before: [view.getInt16(at + 28, true), view.getInt16(at + 30, true), view.getInt16(at + 32, true)],
  };
}

function packSlot(view: DataView, start: number, slot: Slot): number {
  view.setUint8(start, inputs.indexOf(slot.input));
  view.setInt16(start + 1, slot.accel[0], true);
  view.setInt16(start + 3, slot.accel[1], true);
  view.setInt16(start + 5, slot.accel[2], true);
  view.setInt16(start + 7, slot.turn, true);
  let at = start + slotBytes;
  if (slot.samples === undefined) return at;
  view.setUint8(at++, slot.samples.length / 6);
  for (const value of slot.samples) {
    view.setInt16(at, value, true);
    at += 2;
  }
  return at;
}

function unpackSlots(view: DataView, start: number): Slot[] {
  const slots: Slot[] = [];
  let at = start;
  while (at < view.byteLength) {
    const input = inputs[view.getUint8(at)];
    if (input === undefined) throw new RangeError('unknown input');
    const accel: Slot['accel'] = [
      view.getInt16(at + 1, true),
      view.getInt16(at + 3, true),
      view.getInt16(at + 5, true),
    ];
    const turn = view.getInt16(at + 7, true);
    at += slotBytes;
    if (input !== 'burst') {
      slots.push({ input, accel, turn });
      continue;
    }
    const samples: number[] = new Array(view.getUint8(at++) * 6);
    for (let i = 0; i < samples.length; i++, at += 2) samples[i] = view.getInt16(at, true);
    slots.push({ input, accel, turn, samples });
  }
  return slots;
}
