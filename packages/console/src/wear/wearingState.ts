import type { DeviceState } from '@fallwatch/device';
import { leastRate, type Movement } from './motion.js';

/** What the wearer must know first. */
export type WearingState = 'starting' | 'watching' | 'none' | 'slow' | 'offline' | 'unpaired';

/** Without motion nothing can be detected, whatever the connection. */
export function wearingState(state: DeviceState | undefined, movement: Movement | undefined): WearingState {
  if (state?.connection === 'unpaired') return 'unpaired';
  if (state === undefined || movement === undefined) return 'starting';
  if (movement.rate === 0) return 'none';
  if (state.connection === 'offline') return 'offline';
  if (movement.rate < leastRate) return 'slow';
  return state.connection === 'connected' ? 'watching' : 'starting';
}
