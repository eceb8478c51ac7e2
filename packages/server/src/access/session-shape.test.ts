import { expect, test } from 'vitest';
import { haveSameShape } from '../../test/shape.js';
import { createKnownSession } from './session.js';

test('all known sessions have one shape, whatever the shapes of the rows that they come from', () => {
  const one = { sessionId: 's', id: 'u', role: 'PATIENT', hasSecondFactor: false } as const;
  const other = { role: 'ADMIN', hasSecondFactor: true, id: 'v', sessionId: 't' } as const;
  expect(haveSameShape({ ...one }, { ...other })).toBe(false);
  expect(haveSameShape(createKnownSession(one), createKnownSession(other))).toBe(true);
});
