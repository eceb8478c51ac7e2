import type { Fallwatch } from '@fallwatch/client';
import { Body } from '../motion/body.js';
import { type Quality, secondsOf, sensed } from '../sensing.js';

/** A device under load: bodies are put together from pieces, because a virtual body would cost more than the service. */
export interface LoadDevice {
  readonly macAddress: string;
  readonly headers: readonly string[];
  /** What stands before and after the uptime in its bodies. */
  readonly begin: string;
  readonly ends: readonly string[];
}

export function devicesOf(
  wearers: readonly Fallwatch[],
  macAddresses: readonly string[],
  quality: Quality,
): LoadDevice[] {
  const ends = restingSeconds(quality);
  return macAddresses.map((macAddress, index) => {
    const { token } = wearers[index % wearers.length] as Fallwatch;
    return {
      macAddress,
      headers: ['content-type', 'application/json', 'authorization', `Bearer ${token}`],
      begin: `{"device_id":"${macAddress}","uptime_ms":`,
      // Everybody rests, but not in step.
      ends: [...ends.slice(index % ends.length), ...ends.slice(0, index % ends.length)],
    };
  });
}

/** `n` counts the device's readings. */
export function bodyOf({ begin, ends }: LoadDevice, n: number): string {
  return `${begin}${1_000 * (n + 1)}${ends[n % ends.length]}`;
}

/** People at rest fall nowhere: the load is the stream alone. The motion ends in the posture it began in. */
function restingSeconds(quality: Quality): string[] {
  const samples = new Body('wrist', 'load').perform('rest');
  return [...secondsOf(samples)].map((second, index) => {
    const { accel, gyro = [0, 0, 0], sampling, samples: burst } = sensed(second, quality);
    const rest = {
      accel_x: accel[0],
      accel_y: accel[1],
      accel_z: accel[2],
      gyro_x: gyro[0],
      gyro_y: gyro[1],
      gyro_z: gyro[2],
      heart_rate: 64 + (index % 5),
      spo2: 97,
      battery_level: 80,
      sampling,
      body_site: 'wrist',
      ...(burst ? { samples: { rate_hz: burst.rateHz, accel: burst.accel, gyro: burst.gyro } } : {}),
    };
    return `,${JSON.stringify(rest).slice(1)}`;
  });
}
