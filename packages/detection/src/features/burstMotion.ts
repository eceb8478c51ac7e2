import { meanBetween, type Signal, sumBetween } from './signal.js';
import { dt, gravity, type Out } from './spans.js';

/** Rotation and downward motion of the device. */
export function writeMotion(s: Signal, p: number, k: number, out: Out, at: number): void {
  const from = Math.max(0, p - 25);
  const to = Math.min(k, p + 13);
  const net = netTurn(s, from, to);
  out[at + 23] = net;
  out[at + 24] = net / Math.max(sumBetween(s.w, from, to) * dt, 1);
  out[at + 27] = meanBetween(s.w, Math.max(0, p - 2), Math.min(k, p + 3), 0);
  out[at + 36] = netTurn(s, Math.max(0, p - 25), Math.max(0, p - 2));
  out[at + 37] = netTurn(s, Math.min(k, p + 3), Math.min(k, p + 25));
  writeDrop(s, p, out, at);
}

/** Length of the vector integral of the angular rate, degrees. */
function netTurn(s: Signal, from: number, to: number): number {
  const x = sumBetween(s.gx, from, to);
  const y = sumBetween(s.gy, from, to);
  const z = sumBetween(s.gz, from, to);
  return Math.sqrt(x * x + y * y + z * z) * dt;
}

/**
 * Speed and height of the drop in the second before the impact: gravity is estimated while the device is quiet and
 * rotated with the gyroscope; the remaining acceleration along it is integrated. A fall lasts 0.4 to 1 s and half a
 * metre or more, a blow 0.1 to 0.2 s.
 */
function writeDrop(s: Signal, p: number, out: Out, at: number): void {
  const start = Math.max(0, p - 30);
  const from = Math.max(0, start - 20);
  let ux = sumBetween(s.ax, from, start);
  let uy = sumBetween(s.ay, from, start);
  let uz = sumBetween(s.az, from, start);
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  out[at + 38] = 0;
  out[at + 39] = 0;
  if (!(length > 1e-9)) return;
  ux /= length;
  uy /= length;
  uz /= length;
  let speed = 0;
  let height = 0;
  let fastest = 0;
  const turn = (Math.PI / 180) * dt;
  for (let i = start; i < p - 1; i++) {
    // A vector fixed in the world rotates against the device: du/dt = -ω × u.
    const wx = (s.gx[i] as number) * turn;
    const wy = (s.gy[i] as number) * turn;
    const wz = (s.gz[i] as number) * turn;
    const nx = ux - (wy * uz - wz * uy);
    const ny = uy - (wz * ux - wx * uz);
    const nz = uz - (wx * uy - wy * ux);
    const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    ux = nx / n;
    uy = ny / n;
    uz = nz / n;
    speed += ((s.ax[i] as number) * ux + (s.ay[i] as number) * uy + (s.az[i] as number) * uz - 1) * gravity * dt;
    height += speed * dt;
    if (speed < fastest) fastest = speed;
  }
  out[at + 38] = fastest;
  out[at + 39] = height;
}
