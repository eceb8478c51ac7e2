import type { Random } from './random.js';

export interface Vitals {
  readonly heartRate: number;
  readonly spo2: number;
}

/** Time constant: the heart needs about this many seconds for two thirds of the change to a new load. */
const heartSeconds = 12;
const oxygenSeconds = 25;

/** Heart rate and oxygen saturation that follow the activity, second by second. */
export class Circulation {
  readonly #random: Random;
  readonly #restingRate: number;
  readonly #restingSpo2: number;
  #heartRate: number;
  #spo2: number;

  constructor(random: Random) {
    this.#random = random;
    this.#restingRate = random.between(58, 78);
    this.#restingSpo2 = random.between(95, 98.5);
    this.#heartRate = this.#restingRate;
    this.#spo2 = this.#restingSpo2;
  }

  /** `strain`: 0 at rest, 0.4 walking, 1 after a fall. */
  second(strain: number): Vitals {
    const heartRate = this.#restingRate + 55 * strain;
    const spo2 = this.#restingSpo2 - 2.5 * strain;
    this.#heartRate += (heartRate - this.#heartRate) / heartSeconds + this.#random.noise(0.5);
    this.#spo2 += (spo2 - this.#spo2) / oxygenSeconds + this.#random.noise(0.08);
    return {
      heartRate: Math.round(Math.min(190, Math.max(45, this.#heartRate))),
      spo2: Math.round(Math.min(100, Math.max(85, this.#spo2))),
    };
  }
}
