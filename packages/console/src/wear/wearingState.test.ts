import type { DeviceState } from '@fallwatch/device';
import { expect, test } from 'vitest';
import { wearingState } from './wearingState.js';

const state = (connection: DeviceState['connection'], level: DeviceState['level'] = 'NO_FALL'): DeviceState => ({
  level,
  connection,
  bufferedCount: 0,
  lastSentAtMs: undefined,
});
const movement = (rate: number) => ({ rate, peak: 1 });

test.each([
  ['starting', undefined, undefined],
  ['starting', state('connected'), undefined],
  ['starting', state('starting'), movement(60)],
  ['watching', state('connected'), movement(60)],
  ['watching', state('connected'), movement(48)],
  ['watching', state('connected', 'SUSPICIOUS'), movement(60)],
  ['slow', state('connected'), movement(30)],
  ['none', state('connected'), movement(0)],
  ['none', state('offline'), movement(0)],
  ['offline', state('offline'), movement(30)],
  ['unpaired', state('unpaired'), movement(0)],
] as const)('%s: %j, %j', (expected, device, moved) => {
  expect(wearingState(device, moved)).toBe(expected);
});
