import { expect, test } from 'vitest';
import { createMacAddress } from './phone.js';

test.each([
  [[0, 0, 0, 0, 0, 0], '02:00:00:00:00:00'],
  [[255, 255, 255, 255, 255, 255], 'FE:FF:FF:FF:FF:FF'],
  [[1, 10, 171, 0, 16, 9], '02:0A:AB:00:10:09'],
])('makes a locally administered unicast address of %j', (octets, address) => {
  expect(createMacAddress(Uint8Array.from(octets))).toBe(address);
});
