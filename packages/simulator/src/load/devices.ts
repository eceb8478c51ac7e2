import type { Fallwatch } from '@fallwatch/client';
import { Body } from '../motion/body.js';
import { type Quality, splitIntoSeconds, toMotionFields } from '../sensing.js';

/**
 * A device under load: bodies are concatenated from text, because simulating a body would cost more than the service.
 */
export interface LoadDevice {
  readonly macAddress: string;
  readonly headers: readonly string[];
  /** The text before and after the uptime in its bodies. */
  readonly begin: string;
  readonly ends: readonly string[];
}

export function createDevices(
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
      // All devices are at rest, but not in phase.
      ends: [...ends.slice(index % ends.length), ...ends.slice(0, index % ends.length)],
    };
  });
}

/** `n` counts the device's readings. */
export function toBody({ begin, ends }: LoadDevice, n: number): string {
  return `${begin}${1_000 * (n + 1)}${ends[n % ends.length]}`;
}

/** People at rest do not fall: the load is only the stream. The motion ends in the posture it began in. */
function restingSeconds(quality: Quality): string[] {
  const samples = new Body('wrist', 'load').perform('rest');
  return [...splitIntoSeconds(samples)].map((second, index) => {
    const rest = {
      ...toMotionFields(second, quality),
      heart_rate: 64 + (index % 5),
      spo2: 97,
      battery_level: 80,
      body_site: 'wrist',
      // As a device at the wrist should. Otherwise each answer has a warning.
      can_confirm: true,
    };
    return `,${JSON.stringify(rest).slice(1)}`;
  });
}
