import { expect, test } from 'vitest';
import type { Cared } from '../board/people.js';
import { personWords, toRooms } from './rooms.js';

const person = (room: string | null, status: Cared['status']): Cared => ({ patient: { room }, status }) as Cared;

test('rooms are sorted as people count, and show the person who needs most', () => {
  const rooms = toRooms([person('10', 'well'), person('2', 'well'), person('2', 'fell'), person(null, 'fell')]);
  expect(rooms.map(({ room, status }) => [room, status])).toEqual([
    ['2', 'fell'],
    ['10', 'well'],
  ]);
});

test('a name is shown as far as the hall may know it', () => {
  expect(personWords('Rose Hill', 'room')).toBeUndefined();
  expect(personWords('Rose Hill', 'initials')).toBe('R. H.');
  expect(personWords('Rose Hill', 'names')).toBe('Rose Hill');
});
