import type { SendingMode } from '../mode.js';
import { edgeStart, selectReadings } from './edge.rules.js';

export { toMotion } from './edge.rules.js';

/**
 * Runs the detector on the device: one reading a minute while nothing happens, every second with the fifteen before
 * it when something does.
 */
export function edgeMode(): SendingMode {
  let state = edgeStart;
  return {
    select(reading) {
      const selected = selectReadings(state, reading);
      state = selected.state;
      return selected.send;
    },
  };
}
