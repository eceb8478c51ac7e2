import type { Config } from '../../config.js';
import type { Pace } from '../../platform/hot/hot-state.js';

/** Radio and scheduler jitter of a device that sends once a second. */
const toleranceMs = 200;

export function toPace({ limitSensor }: Pick<Config, 'limitSensor'>): Pace | null {
  return limitSensor && { intervalMs: limitSensor.windowMs / limitSensor.points, toleranceMs };
}
