import type { Sample } from '@fallwatch/device';

/** Values a second that fall detection needs, less the jitter of browsers. */
export const leastRate = 45;
export const wantedRate = 50;

/** The part of a motion event that is used. */
type Motion = Pick<DeviceMotionEvent, 'accelerationIncludingGravity' | 'rotationRate' | 'timeStamp'>;

/** Undefined for an event without values: laptops send one such event. */
export function toSample({ accelerationIncludingGravity: accel, rotationRate, timeStamp }: Motion): Sample | undefined {
  if (accel === null || accel.x === null || accel.y === null || accel.z === null) return undefined;
  const { alpha = null, beta = null, gamma = null } = rotationRate ?? {};
  const sample = { t: timeStamp, ax: accel.x, ay: accel.y, az: accel.z };
  if (alpha === null || beta === null || gamma === null) return sample;
  // Alpha turns around z, beta around x, gamma around y.
  return { ...sample, gx: beta, gy: gamma, gz: alpha };
}

/** Some browsers give motion to a page only after a person has allowed it, by a touch. */
interface AskingMotion {
  readonly requestPermission?: () => Promise<'granted' | 'denied'>;
}

const motionEvents = (): AskingMotion | undefined =>
  (window as { readonly DeviceMotionEvent?: AskingMotion }).DeviceMotionEvent;

export const needsPermission = (): boolean => motionEvents()?.requestPermission !== undefined;

/** Without a touch it succeeds only if motion was allowed before. */
export async function askForMotion(): Promise<boolean> {
  const answer = await motionEvents()
    ?.requestPermission?.()
    .catch(() => 'denied' as const);
  return answer !== 'denied';
}

export interface Movement {
  /** Values in the last second. */
  readonly rate: number;
  /** The largest acceleration of the last second, in g. At rest 1. */
  readonly peak: number;
}

const gravity = 9.80665;

interface Follower {
  readonly onSample: (sample: Sample) => void;
  /** Called every second. */
  readonly onMovement: (movement: Movement) => void;
}

/** Follows the motion of the phone until the returned function is called. */
export function followMotion({ onSample, onMovement }: Follower): () => void {
  let [count, peak, since] = [0, 0, performance.now()];
  const take = (event: DeviceMotionEvent): void => {
    const sample = toSample(event);
    if (sample === undefined) return;
    count += 1;
    peak = Math.max(peak, Math.hypot(sample.ax, sample.ay, sample.az) / gravity);
    onSample(sample);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    // A busy phone runs timers late.
    onMovement({ rate: Math.round((count * 1_000) / (now - since)), peak });
    [count, peak, since] = [0, 0, now];
  }, 1_000);
  window.addEventListener('devicemotion', take);
  return () => {
    clearInterval(timer);
    window.removeEventListener('devicemotion', take);
  };
}
