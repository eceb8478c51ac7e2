import { angleBetween, type Signal, stdBetween, sumBetween } from './signal.js';
import { dt, gravity, type Out, type Spans } from './spans.js';

/** The shape of the impact, and of the signal around it. */
export function writeShape(s: Signal, span: Spans, p: number, k: number, out: Out, at: number): void {
  let lpPeak = 0;
  for (let c = Math.max(2, p - 12); c < Math.min(k - 2, p + 13); c++) {
    const x = sumBetween(s.ax, c - 2, c + 3);
    const y = sumBetween(s.ay, c - 2, c + 3);
    const z = sumBetween(s.az, c - 2, c + 3);
    lpPeak = Math.max(lpPeak, Math.sqrt(x * x + y * y + z * z) / 5);
  }
  let lpMin = Number.POSITIVE_INFINITY;
  for (let c = Math.max(2, p - 25); c <= Math.min(k - 3, p); c++)
    lpMin = Math.min(lpMin, sumBetween(s.a, c - 2, c + 3) / 5);
  out[at + 21] = lpPeak === 0 ? (s.a[p] as number) : lpPeak;
  out[at + 22] = Number.isFinite(lpMin) ? lpMin : (s.a[p] as number);
  let active = 0;
  for (let i = Math.max(0, p - 50); i < Math.min(k, p + 50); i++) if (Math.abs((s.a[i] as number) - 1) > 0.4) active++;
  out[at + 25] = active * dt;
  out[at + 26] = stdBetween(s.a, Math.min(k, p + 5), Math.min(k, p + 25), 0.3);
  const half = 1 + 0.5 * ((s.a[p] as number) - 1);
  let left = p;
  let right = p;
  while (left > 0 && (s.a[left - 1] as number) > half) left--;
  while (right + 1 < k && (s.a[right + 1] as number) > half) right++;
  out[at + 32] = (right - left + 1) * dt;
  out[at + 33] = otherHits(s, p, k);
  writeDirection(s, span, p, k, out, at);
}

/** Separate impacts of comparable size around the candidate: applause, knocking, hammering, running. */
function otherHits(s: Signal, p: number, k: number): number {
  const least = Math.max(1.4, 1 + 0.5 * ((s.a[p] as number) - 1));
  let count = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (let i = Math.max(1, p - 100); i < Math.min(k - 1, p + 75); i++) {
    const a = s.a[i] as number;
    if (a < least || a < (s.a[i - 1] as number) || a < (s.a[i + 1] as number)) continue;
    if (Math.abs(i - p) < 5 || i - previous < 5) continue;
    previous = i;
    count++;
  }
  return count;
}

/**
 * Whether the impact pushed upwards (a body landing) or sideways (hands meeting), relative to gravity before and after.
 */
function writeDirection(s: Signal, span: Spans, p: number, k: number, out: Out, at: number): void {
  const from = Math.max(0, p - 2);
  const to = Math.min(k, p + 3);
  const ix = sumBetween(s.ax, from, to);
  const iy = sumBetween(s.ay, from, to);
  const iz = sumBetween(s.az, from, to);
  const hasPre = span.preTo > span.preFrom;
  out[at + 29] = hasPre ? cosineWithMean(s, span.preFrom, span.preTo, ix, iy, iz) : 0.7;
  const hasPost = span.postTo > span.postFrom;
  out[at + 30] = hasPost ? cosineWithMean(s, span.postFrom, span.postTo, ix, iy, iz) : 0.7;
  const postX = sumBetween(s.ax, span.postFrom, span.postTo);
  const postY = sumBetween(s.ay, span.postFrom, span.postTo);
  const postZ = sumBetween(s.az, span.postFrom, span.postTo);
  const length = Math.sqrt(postX * postX + postY * postY + postZ * postZ);
  let impulse = 0;
  if (length > 1e-9) {
    for (let i = Math.max(0, p - 4); i < Math.min(k, p + 8); i++) {
      impulse += ((s.ax[i] as number) * postX + (s.ay[i] as number) * postY + (s.az[i] as number) * postZ) / length - 1;
    }
  }
  out[at + 31] = impulse * dt * gravity;
}

function cosineWithMean(s: Signal, from: number, to: number, x: number, y: number, z: number): number {
  const angle = angleBetween(
    sumBetween(s.ax, from, to),
    sumBetween(s.ay, from, to),
    sumBetween(s.az, from, to),
    x,
    y,
    z,
  );
  return Math.cos((angle * Math.PI) / 180);
}
