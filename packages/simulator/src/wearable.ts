import type { Input } from '@fallwatch/client';
import { Body } from './motion/body.js';
import { type MotionName, motions } from './motion/motions.js';
import type { Site } from './motion/postures.js';
import type { Sample } from './motion/track.js';
import { type Random, randomOf } from './random.js';
import { nextMotion, type Scenario } from './scenarios.js';
import { type Quality, secondsOf, sensed } from './sensing.js';
import { Circulation } from './vitals.js';

export type ReadingBody = Input<'post', '/api/device/sensor-stream'>['body'];

/** What a wearer does, piece by piece, without end. */
export interface Movement {
  /** Shown while it lasts. */
  readonly name: string;
  readonly samples: readonly Sample[];
  /** How hard it is on the heart, 0..1. */
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

/** A virtual device on a virtual body: asked once a second for the reading that it would send. */
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
    this.#random = randomOf(`${settings.seed} device`);
    this.#circulation = new Circulation(this.#random);
    this.#battery = this.#random.between(35, 100);
  }

  /** What its wearer does just now. */
  get doing(): string {
    return this.#doing.name;
  }

  get battery(): number {
    return this.#battery;
  }

  /** The reading of the second that has just passed; undefined when there is nothing more to do. */
  second(): ReadingBody | undefined {
    const samples = this.#nextSecond();
    if (!samples) return undefined;
    const { site, quality } = this.#settings;
    const { accel, gyro = [0, 0, 0], sampling, samples: burst } = sensed(samples, quality);
    const { heartRate, spo2 } = this.#circulation.second(this.#doing.strain);
    this.#uptimeMs += 1_000;
    this.#battery = Math.max(1, this.#battery - batteryPercentPerSecond);
    return {
      device_id: this.macAddress,
      accel_x: accel[0],
      accel_y: accel[1],
      accel_z: accel[2],
      gyro_x: gyro[0],
      gyro_y: gyro[1],
      gyro_z: gyro[2],
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
      ...(sampling === undefined ? {} : { sampling }),
      ...(burst === undefined ? {} : { samples: burstBody(burst) }),
    };
  }

  #nextSecond(): readonly Sample[] | undefined {
    for (;;) {
      const second = this.#seconds.next();
      if (!second.done) return second.value;
      const movement = this.#movements.next();
      if (movement.done) return undefined;
      this.#doing = movement.value;
      this.#seconds = secondsOf(movement.value.samples);
    }
  }
}

/** A body that lives through a scenario. */
export function* life(site: Site, seed: string, scenario: Scenario): Generator<Movement> {
  const random = randomOf(`${seed} life`);
  const body = new Body(site, `${seed} body`);
  for (;;) yield movementOf(body, nextMotion(scenario, random));
}

export function movementOf(body: Body, name: MotionName): Movement {
  const strain = motions[name].isFall ? strainOfFall : (strains[name] ?? 0);
  return { name, samples: body.perform(name), strain };
}

function burstBody({
  rateHz,
  accel,
  gyro,
}: NonNullable<ReturnType<typeof sensed>['samples']>): NonNullable<ReadingBody['samples']> {
  const rows = (from: readonly (readonly number[])[]) => from.map((row) => [...row]);
  return { rate_hz: rateHz, accel: rows(accel), ...(gyro ? { gyro: rows(gyro) } : {}) };
}
