import { expect, test } from 'vitest';
import { findPushObstacle, type PushFacts } from './pushObstacle.js';

const working: PushFacts = { canPush: true, userAgent: 'Android', permission: 'granted', isSubscribed: true };

test.each<[Partial<PushFacts>, ReturnType<typeof findPushObstacle>]>([
  [{}, undefined],
  [{ isSubscribed: false }, 'OFF'],
  [{ permission: 'default', isSubscribed: false }, 'OFF'],
  [{ permission: 'denied' }, 'DENIED'],
  [{ canPush: false, permission: undefined }, 'UNSUPPORTED'],
  [{ canPush: false, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)' }, 'HOME_SCREEN'],
])('%j: %s', (facts, obstacle) => {
  expect(findPushObstacle({ ...working, ...facts })).toBe(obstacle);
});
