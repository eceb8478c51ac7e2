import type { Reading as ReadingBody } from '@fallwatch/client';
import { Body } from './motion/body.js';
import { type MotionName, motions } from './motion/motions.js';
import type { Site } from './motion/postures.js';
import type { Sample } from './motion/track.js';
import { createRandom, type Random } from './random.js';
import { nextMotion, type Scenario } from './scenarios.js';
import { type Quality, splitIntoSeconds, toMotionFields } from './sensing.js';
import { Circulation } from './vitals.js';

/** One piece of what a wearer does. */
export interface Movement {
  /** Shown while it lasts. */
  readonly name: string;
  readonly samples: readonly Sample[];
  /** Load on the heart, 0..1. */
  readonly strain: number;
}

export interface WearableSettings {
  readonly macAddress: string;
  readonly site: Site;
  readonly quality: Quality;
  readonly seed: string;
}

/** Full to empty in about two days of sending. */
const batteryPercentPerSecond = 100 / (48 * 3_600);
const strains: Partial<Record<MotionName, number>> = { walk: 0.4, stairs: 0.6, clap: 0.2, 'sit-down-hard': 0.2 };
const strainOfFall = 1;

/** A virtual device on a virtual body: returns the reading to send, once a second. */
export class Wearable {
  readonly macAddress: string;
  readonly #settings: WearableSettings;
  readonly #movements: Iterator<Movement>;
  readonly #circulation: Circulation;
  readonly #random: Random;
  #seconds: Iterator<readonly Sample[]> = [][Symbol.iterator]();
  #doing: Movement = { name: 'starting', samples: [], strain: 0 };
  #uptimeMs = 0;
  #battery: number;

  constructor(settings: WearableSettings, movements: Iterable<Movement>) {
    this.macAddress = settings.macAddress;
    this.#settings = settings;
    this.#movements = movements[Symbol.iterator]();
    this.#random = createRandom(`${settings.seed} device`);
    this.#circulation = new Circulation(this.#random);
    this.#battery = this.#random.between(35, 100);
  }

  /** What its wearer is doing now. */
  get doing(): string {
    return this.#doing.name;
  }

  get battery(): number {
    return this.#battery;
  }

  /** The reading of the past second; undefined when there is nothing left to do. */
  second(): ReadingBody | undefined {
    const samples = this.#nextSecond();
    if (!samples) return undefined;
    const { site, quality } = this.#settings;
    const { heartRate, spo2 } = this.#circulation.second(this.#doing.strain);
    this.#uptimeMs += 1_000;
    this.#battery = Math.max(1, this.#battery - batteryPercentPerSecond);
    return {
      device_id: this.macAddress,
      ...toMotionFields(samples, quality),
      uptime_ms: this.#uptimeMs,
      heart_rate: heartRate,
      spo2,
      battery_level: Math.round(this.#battery * 10) / 10,
      wifi_connected: true,
      bluetooth_connected: false,
      sensors_initialized: true,
      firmware_version: 'simulator-1',
      signal_strength: Math.round(this.#random.between(-75, -50)),
      body_site: site,
    };
  }

  #nextSecond(): readonly Sample[] | undefined {
    for (;;) {
      const second = this.#seconds.next();
      if (!second.done) return second.value;
      const movement = this.#movements.next();
      if (movement.done) return undefined;
      this.#doing = movement.value;
      this.#seconds = splitIntoSeconds(movement.value.samples);
    }
  }
}

/** A body that performs a scenario. */
export function* life(site: Site, seed: string, scenario: Scenario): Generator<Movement> {
  const random = createRandom(`${seed} life`);
  const body = new Body(site, `${seed} body`);
  for (;;) yield createMovement(body, nextMotion(scenario, random));
}

export function createMovement(body: Body, name: MotionName): Movement {
  const strain = motions[name].isFall ? strainOfFall : (strains[name] ?? 0);
  return { name, samples: body.perform(name), strain };
}
